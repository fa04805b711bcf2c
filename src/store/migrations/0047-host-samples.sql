-- The latest sample that counts: figures, disks, services, processes and containers, for the page of a host.
alter table hosts add column sample jsonb;
