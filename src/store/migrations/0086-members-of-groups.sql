-- Members of the organization as recipients, without being contacts.
alter table contact_groups
  -- Everyone who may change things.
  add column all_members boolean not null default false;

create table contact_group_users (
  organization_id uuid not null,
  contact_group_id uuid not null,
  user_id uuid not null,
  primary key (contact_group_id, user_id),
  foreign key (organization_id, contact_group_id) references contact_groups on delete cascade,
  foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
);

create index contact_group_users_of_user on contact_group_users (organization_id, user_id);

-- Default groups without contacts reached nobody by email; in the others, nobody gets more than before.
update contact_groups g
set all_members = true
where g.is_default
  and not exists (
    select from contact_group_members m
    where m.organization_id = g.organization_id and m.contact_group_id = g.id
  );
