-- The key pair that identifies this installation to push services, sealed; null until someone adds a device.
alter table installation add column push_keys bytea;
