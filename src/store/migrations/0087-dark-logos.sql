-- On which theme the logo can be seen, and another one for the dark theme.
alter table status_page_logos
  add column fits text not null default 'both' check (fits in ('light', 'dark', 'both')),
  add column dark_hash text,
  add column dark_png bytea,
  add column dark_width smallint,
  add column dark_height smallint;
