-- What an automatic update says; null if a person wrote it. Its body is the text in the language of the page.
alter table announcement_updates add column event jsonb;
