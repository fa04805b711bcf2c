-- What somebody looks at again and again: a name for the choices of a list, theirs alone.
create table views (
  organization_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  name text not null,
  query text not null,
  created_at timestamptz not null,
  primary key (organization_id, user_id, id),
  foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
);
