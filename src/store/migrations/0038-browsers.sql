-- Checks that drive a browser wait for one: they are taken apart from the others, and tries are too.
alter table monitors add column needs_browser boolean not null default false;
alter table turns add column needs_browser boolean not null default false;
alter table tries add column needs_browser boolean not null default false;
create index turns_due_in_browsers on turns (location, due_at) where needs_browser;

-- Until now no other monitor drove one.
update monitors
set needs_browser = true
where type in ('browser', 'playwright');
update turns t
set needs_browser = true
from monitors m
where m.monitor_number = t.monitor_number and m.needs_browser;

-- Whether a location's probe can drive one, and what it lacks.
alter table locations add column browser boolean not null default false;
alter table locations add column browser_missing text;
