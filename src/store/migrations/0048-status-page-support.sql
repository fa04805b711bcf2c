alter table status_pages add column support_url text;
