-- Objects of the provision file are managed like those of configuration documents. Their state is unknown until the
-- file is applied, so what was applied last is empty. The columns `provisioned` stay, because 0.2.0 uses them.
with provisioned as (
  select organization_id, 'contacts' as section, id::text as id, name, created_at from contacts where provisioned
  union all
  select organization_id, 'contactGroups', id::text, name, created_at from contact_groups where provisioned
  union all
  select organization_id, 'channels', id::text, name, created_at
  from notification_channels
  where provisioned and user_id is null
),
named as (
  select *,
    coalesce(nullif(trim(both '-' from left(regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g'), 60)), ''), 'object')
      as base
  from provisioned
),
numbered as (
  select *, row_number() over (partition by organization_id, section, base order by created_at, id) as number
  from named
)
insert into managed_objects (organization_id, section, key, object_id, source, applied, applied_at)
select organization_id, section, case number when 1 then base else base || '-' || right(id, 12) end, id,
  'provision file', '', created_at
from numbered
on conflict do nothing;
