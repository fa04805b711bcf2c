-- Where a monitor was checked from before its last location left the provision file; it goes back there when one returns.
alter table monitors add column moved_from uuid[];
