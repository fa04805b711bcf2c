-- The channel of the organization that sends for a contact method, which then has only an address of its own.
alter table notification_channels
  add column provider_id bigint,
  add foreign key (organization_id, provider_id) references notification_channels on delete cascade;

create index notification_channels_by_provider on notification_channels (organization_id, provider_id)
  where provider_id is not null;
