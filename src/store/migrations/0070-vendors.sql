-- Vendors that a monitor depends on, and what they reported while its incidents were open.
alter table monitors add column vendor_slugs text[] not null default '{}';
create index monitors_with_vendors on monitors (organization_id) where vendor_slugs <> '{}';

alter table incidents add column vendor_reports jsonb not null default '[]';

-- The open incidents that the service lists.
alter table third_party_services add column incidents jsonb not null default '[]';
