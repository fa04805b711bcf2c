-- Tokens that are addresses: of a heartbeat, of a schedule's calendar, of a member's calendar; with none of these, the ping key.
-- They are found by their hash and shown again by whoever has the key. A migration has none: the next start seals what is plain.
create table address_tokens (
  hash bytea primary key,
  organization_id uuid not null references organizations on delete cascade,
  monitor_id uuid,
  schedule_id bigint,
  user_id uuid,
  sealed bytea,
  plain text,
  check ((sealed is null) <> (plain is null)),
  unique nulls not distinct (organization_id, user_id, schedule_id, monitor_id),
  foreign key (organization_id, monitor_id) references monitors on delete cascade,
  foreign key (organization_id, schedule_id) references on_call_schedules on delete cascade,
  foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
);
create index address_tokens_of_monitor on address_tokens (monitor_id) where monitor_id is not null;
create index address_tokens_plain on address_tokens (hash) where plain is not null;

insert into address_tokens (hash, organization_id, monitor_id, plain)
select sha256(convert_to(ping_token, 'UTF8')), organization_id, id, ping_token from monitors where ping_token is not null;
insert into address_tokens (hash, organization_id, schedule_id, plain)
select sha256(convert_to(calendar_token, 'UTF8')), organization_id, id, calendar_token from on_call_schedules;
insert into address_tokens (hash, organization_id, user_id, plain)
select sha256(convert_to(calendar_token, 'UTF8')), organization_id, user_id, calendar_token from members;
insert into address_tokens (hash, organization_id, plain)
select sha256(convert_to(ping_key, 'UTF8')), id, ping_key from organizations;

drop index monitors_by_slug;
create index monitors_by_slug on monitors (organization_id, (config ->> 'slug')) where deadline_seconds is null;
alter table monitors drop column ping_token;
alter table on_call_schedules drop column calendar_token;
alter table members drop column calendar_token;
alter table organizations drop column ping_key;
