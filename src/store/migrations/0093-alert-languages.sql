-- The language of alerts to several people, and to those without one of their own.
alter table organizations
  add column language text not null default 'en' check (language in ('en', 'de'));
