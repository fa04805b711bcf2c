create table status_pages (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null unique,
  slug text not null unique,
  name text not null,
  description text,
  is_public boolean not null,
  -- As those of people are.
  password_hash text,
  auto_publish_incidents boolean not null,
  dim_untracked_days boolean not null,
  theme text not null check (theme in ('light', 'dark', 'auto')),
  -- What is shown to visitors whose languages are not known, and what is written by itself.
  language text not null default 'en',
  days_shown smallint not null default 90,
  footer text,
  -- Components and look as somebody is changing them, not yet to be seen.
  draft jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
create index status_pages_oldest on status_pages (organization_id, created_at, id);

-- Always a PNG that was written here, never the file that was sent.
create table status_page_logos (
  page_id uuid primary key references status_pages (id) on delete cascade,
  hash text not null,
  png bytea not null,
  width smallint not null,
  height smallint not null
);

create table status_page_components (
  page_id uuid not null references status_pages (id) on delete cascade,
  id uuid not null,
  position smallint not null,
  name text not null,
  description text,
  display_mode text not null check (display_mode in ('rolled_up', 'expanded', 'collapsible_group')),
  public_cause text not null check (public_cause in ('hidden', 'cause', 'full')),
  monitor_ids uuid[] not null,
  monitor_tags text[] not null,
  -- A service of somebody else: {service_slug, components}.
  third_party jsonb,
  primary key (page_id, id)
);
create index status_page_components_third_party on status_page_components ((third_party ->> 'service_slug')) where third_party is not null;

-- Names that lead to a page. One that is not verified is not answered to.
create table status_page_hosts (
  host text primary key check (host = lower(host)),
  page_id uuid not null references status_pages (id) on delete cascade,
  -- What the owner of the name shows in its zone.
  proof text not null,
  verified_at timestamptz,
  created_at timestamptz not null
);
create index status_page_hosts_of_page on status_page_hosts (page_id);

create table announcements (
  page_id uuid not null references status_pages (id) on delete cascade,
  id uuid not null unique,
  type text not null check (type in ('incident', 'maintenance')),
  title text not null,
  body text not null,
  -- What it is written in; null when nobody said.
  language text,
  status text not null check (status in ('investigating', 'identified', 'monitoring', 'resolved')),
  severity text not null check (severity in ('minor', 'major', 'critical')),
  affected_component_ids uuid[] not null,
  affected_monitor_ids uuid[] not null,
  scheduled_start timestamptz,
  scheduled_end timestamptz,
  source_incident_id bigint,
  maintenance_window_id uuid,
  resolved_at timestamptz,
  -- A person took it off the page.
  removed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (page_id, id)
);
create index announcements_newest on announcements (page_id, created_at desc, id desc) where removed_at is null;
create index announcements_open on announcements (page_id) where removed_at is null and resolved_at is null;
create index announcements_by_itself on announcements (page_id) where resolved_at is null and removed_at is null
  and (source_incident_id is not null or maintenance_window_id is not null);
-- Also of what was removed: that does not come back by itself.
create unique index announcements_of_incident on announcements (page_id, source_incident_id) where source_incident_id is not null;
create unique index announcements_of_window on announcements (page_id, maintenance_window_id, scheduled_start)
  where maintenance_window_id is not null;

create table announcement_updates (
  announcement_id uuid not null references announcements (id) on delete cascade,
  id uuid not null,
  body text not null,
  status text not null check (status in ('investigating', 'identified', 'monitoring', 'resolved')),
  created_at timestamptz not null,
  -- When it was handed on to the subscribers of the page.
  told_at timestamptz,
  primary key (announcement_id, id)
);
create index announcement_updates_untold on announcement_updates (created_at, id) where told_at is null;

-- Who wants to hear of a page. Addresses that are secrets (hooks) and the token of the links in letters are sealed.
create table status_page_subscribers (
  page_id uuid not null references status_pages (id) on delete cascade,
  id uuid not null unique,
  channel text not null check (channel in ('email', 'webhook', 'slack')),
  -- As it may be shown to the people of the organization: an address of mail whole, of a hook its host.
  address text not null,
  address_hash bytea not null,
  sealed bytea not null,
  -- What the links that manage and end it carry.
  token_hash bytea not null unique,
  -- No component stands for all of them.
  component_ids uuid[] not null default '{}',
  kinds text[] not null default '{incident,maintenance}',
  language text not null,
  -- Until it is confirmed nothing is sent but the question.
  confirmed_at timestamptz,
  confirm_by timestamptz,
  -- Failures in a row, and why it is no longer written to.
  failures integer not null default 0,
  retired_at timestamptz,
  retired_reason text,
  created_at timestamptz not null,
  primary key (page_id, id),
  unique (page_id, channel, address_hash)
);
create index status_page_subscribers_unconfirmed on status_page_subscribers (confirm_by) where confirmed_at is null;

-- What services of others last said of themselves; only of those that some page shows.
create table third_party_services (
  slug text primary key,
  -- {name: status}
  components jsonb not null,
  status text not null,
  -- When it was last said, and when it was last asked for.
  said_at timestamptz,
  asked_at timestamptz not null,
  problem text
);
