-- Host names at which people have signed in, so that no status page takes one of them without a proof.
create table sign_in_hosts (
  host text primary key,
  is_setup boolean not null,
  last_used_at timestamptz not null
);

-- Several pages may claim a name, so that nobody can remove a claim of somebody else; it leads to one of them.
alter table status_page_hosts
  drop constraint status_page_hosts_pkey,
  add primary key (host, page_id);
create unique index status_page_hosts_verified on status_page_hosts (host) where verified_at is not null;
