-- Licenses as a ledger. What the platform's license says of a feature is drawn from its issuer into the platform's pool,
-- handed on from there to the pools of accounts, partners among them, and by partners to those of their customers.
-- A quantity stands in one pool at a time; what moves it is only ever added to.

-- Of one holder (null: of the platform) and one feature of a generation of an application.
create table license_pool (
  id uuid primary key,
  -- 'issuer' is where quantities come from: below zero by what was drawn from it.
  kind text not null check (kind in ('issuer', 'platform', 'account')),
  account_id uuid references account (id),
  app_code text not null,
  feature text not null,
  generation text not null check (generation in ('v1', 'v2')),
  -- From which pool it was given: the platform's, or that of a partner. Null for the issuer's.
  owner_pool_id uuid references license_pool (id),
  -- Without a limit: it draws from above what it hands on, and counts what it uses.
  unlimited boolean not null default false,
  -- Of the platform's: whether the license in force names it. What it does not name is not counted.
  licensed boolean not null default true,
  -- What the holder keeps for its own use.
  held bigint not null default 0,
  -- What it has handed on; kept by a trigger: the sum of what the pools below hold and have handed on.
  handed_on bigint not null default 0,
  -- How many entries it has: the newest one's number.
  version bigint not null default 0,
  check ((kind = 'account') = (account_id is not null)),
  check ((kind = 'issuer') = (owner_pool_id is null)),
  check (handed_on >= 0),
  check (kind = 'issuer' or held >= 0)
);
create unique index license_pool_holder on license_pool
  (app_code, generation, feature, kind, account_id) nulls not distinct;
create index license_pool_account on license_pool (account_id) where account_id is not null;
create index license_pool_owner on license_pool (owner_pool_id) where owner_pool_id is not null;

-- What is used, in slots, so that many at once need not wait for one row: each has a share of what the pool holds.
create table license_slot (
  pool_id uuid not null references license_pool (id),
  slot smallint not null check (slot >= 0),
  unlimited boolean not null default false,
  -- Where a reset left less than is used there is but one slot, so that nothing is taken before enough is given back.
  share bigint not null default 0 check (share >= 0),
  used bigint not null default 0 check (used >= 0),
  primary key (pool_id, slot)
);

-- One move of quantities, under the id that its caller made.
create table license_move (
  id uuid primary key,
  -- The update that it is part of; one update moves several features.
  operation_id uuid not null,
  at timestamptz(3) not null,
  -- install: by a license of the platform. allocate, return: by a person. reset. reassign: to another partner.
  -- delete: the account was deleted.
  kind text not null check (kind in ('install', 'allocate', 'return', 'reset', 'reassign', 'delete')),
  -- Whose limit it changes.
  pool_id uuid not null references license_pool (id),
  -- Limits as they are shown: -1 is unlimited.
  limit_before bigint not null,
  limit_after bigint not null,
  used_before bigint not null,
  used_after bigint not null,
  -- Who did it; null for the platform itself.
  actor_id uuid references app_user (id),
  actor_name text
);
create index license_move_pool on license_move (pool_id, at desc, id desc);
create index license_move_operation on license_move (operation_id);

-- Its entries: what each pool held before and after. They add up to zero.
create table license_entry (
  move_id uuid not null references license_move (id),
  pool_id uuid not null references license_pool (id),
  -- Without a gap for each pool.
  version bigint not null check (version > 0),
  delta bigint not null check (delta <> 0),
  held_before bigint not null,
  held_after bigint not null,
  -- What the pool had handed on once the move was made.
  handed_on bigint not null,
  -- That of its move, and never before that of the entry before: so that a day's balance is one look-up.
  at timestamptz(3) not null,
  primary key (pool_id, version),
  check (held_after = held_before + delta)
);
create index license_entry_move on license_entry (move_id);
create index license_entry_at on license_entry (pool_id, at desc, version desc);

-- The key of an operation, with a hash of what was asked: sent again it changes nothing again.
create table license_operation (
  id uuid primary key,
  account_id uuid not null references account (id),
  app_code text not null,
  request_hash bytea not null,
  at timestamptz not null
);

-- What uses a license: one row for each thing that counts. It stays when the thing is gone.
create table license_use (
  id uuid primary key,
  pool_id uuid not null references license_pool (id),
  slot smallint not null,
  -- Whose use it is; null for the platform's own.
  account_id uuid references account (id),
  -- What uses it: 'person', 'service_user', 'account', 'certificate' …, and its id.
  subject_kind text not null,
  subject_id uuid not null,
  quantity bigint not null check (quantity > 0),
  used_at timestamptz(3) not null,
  released_at timestamptz(3)
);
create unique index license_use_subject on license_use (subject_kind, subject_id, pool_id) where released_at is null;
create index license_use_pool on license_use (pool_id, used_at);
create index license_use_released on license_use (pool_id, released_at) where released_at is not null;
create index license_use_account on license_use (account_id, pool_id, used_at) where account_id is not null;

-- Which generation an account shows of an application; without a row the first that its platform's license has.
create table account_license (
  account_id uuid not null references account (id),
  app_code text not null,
  feature_version text not null check (feature_version in ('v1', 'v2')),
  primary key (account_id, app_code)
);

-- What a pool below holds or has handed on is what this one has handed on: kept here, so that no code can forget it.
create function license_pool_hand_on() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.owner_pool_id is distinct from new.owner_pool_id then
    update license_pool set handed_on = handed_on - (old.held + old.handed_on) where id = old.owner_pool_id;
    update license_pool set handed_on = handed_on + (new.held + new.handed_on) where id = new.owner_pool_id;
  elsif tg_op = 'UPDATE' then
    update license_pool set handed_on = handed_on + (new.held + new.handed_on) - (old.held + old.handed_on)
      where id = new.owner_pool_id and (new.held + new.handed_on) <> (old.held + old.handed_on);
  elsif new.held + new.handed_on <> 0 then
    update license_pool set handed_on = handed_on + new.held + new.handed_on where id = new.owner_pool_id;
  end if;
  return null;
end
$$;
create trigger license_pool_hand_on after insert or update of held, handed_on, owner_pool_id on license_pool
  for each row execute function license_pool_hand_on();

create function license_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'The books of licenses are only ever added to.' using errcode = 'integrity_constraint_violation';
end
$$;
create trigger license_move_stays before update or delete on license_move for each row execute function license_refuse();
create trigger license_entry_stays before update or delete on license_entry
  for each row execute function license_refuse();
create trigger license_move_is_not_emptied before truncate on license_move
  for each statement execute function license_refuse();
create trigger license_entry_is_not_emptied before truncate on license_entry
  for each statement execute function license_refuse();
create trigger license_pool_stays before delete on license_pool for each row execute function license_refuse();

-- At the end of a transaction: the entries of a move add up to zero, and follow on those of their pools.
create function license_entry_balances() returns trigger language plpgsql as $$
declare
  total numeric;
  previous bigint;
begin
  select sum(delta) into total from license_entry where move_id = new.move_id;
  if total <> 0 then
    raise exception 'The entries of license move % add up to %.', new.move_id, total
      using errcode = 'integrity_constraint_violation';
  end if;
  select held_after into previous from license_entry where pool_id = new.pool_id and version = new.version - 1;
  if coalesce(previous, 0) <> new.held_before or (previous is null and new.version <> 1) then
    raise exception 'Entry % of license pool % does not follow on the one before.', new.version, new.pool_id
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;
create constraint trigger license_entry_balances after insert on license_entry
  deferrable initially deferred for each row execute function license_entry_balances();

-- At the end of a transaction a pool holds what its newest entry says, and its slots share just that.
create function license_pool_balances() returns trigger language plpgsql as $$
declare
  pool license_pool;
  newest license_entry;
  shared numeric;
begin
  select * into pool from license_pool where id = new.id;
  select * into newest from license_entry where pool_id = pool.id order by version desc limit 1;
  if pool.held <> coalesce(newest.held_after, 0) or pool.version <> coalesce(newest.version, 0)
      or pool.handed_on <> coalesce(newest.handed_on, 0) then
    raise exception 'License pool % holds % and has handed on %; its newest entry says % and %.',
      pool.id, pool.held, pool.handed_on, newest.held_after, newest.handed_on
      using errcode = 'integrity_constraint_violation';
  end if;
  select coalesce(sum(share), 0) into shared from license_slot where pool_id = pool.id;
  if pool.kind <> 'issuer' and not pool.unlimited and shared <> pool.held then
    raise exception 'The slots of license pool % share %, and it holds %.', pool.id, shared, pool.held
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;
create constraint trigger license_pool_balances after insert or update of held, version, unlimited on license_pool
  deferrable initially deferred for each row execute function license_pool_balances();

create function license_slot_shared() returns trigger language plpgsql as $$
declare
  pool license_pool;
  shared numeric;
begin
  select * into pool from license_pool where id = new.pool_id;
  select coalesce(sum(share), 0) into shared from license_slot where pool_id = pool.id;
  if not pool.unlimited and shared <> pool.held then
    raise exception 'The slots of license pool % share %, and it holds %.', pool.id, shared, pool.held
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;
create constraint trigger license_slot_shared after insert or update of share on license_slot
  deferrable initially deferred for each row execute function license_slot_shared();

-- Nothing is used beyond a slot's share, whoever asks; what a reset left below use stays so until it is given back.
create function license_slot_holds() returns trigger language plpgsql as $$
begin
  if not new.unlimited and new.used > old.used and new.used > new.share and new.share = old.share then
    raise exception 'Nothing is left in slot % of license pool %.', new.slot, new.pool_id
      using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger license_slot_holds before update of used on license_slot
  for each row execute function license_slot_holds();

-- Takes a quantity of a slot of a pool that has so much left; answers which, or null. One that nobody else holds is
-- taken first, else one is waited for. Each try is a block of its own: a row that was locked and turned out to have too
-- little is given free with it, for whoever holds a slot must wait for nobody.
create function license_take(pool uuid, quantity bigint) returns smallint language plpgsql as $$
declare
  candidate smallint;
  taken smallint;
begin
  begin
    -- By itself: within the update the planner may ask it again, and get another one.
    select one.slot into taken from license_slot one
      where one.pool_id = pool and (one.unlimited or one.share - one.used >= quantity)
      limit 1 for update skip locked;
    if taken is null then
      raise exception using errcode = 'no_data_found';
    end if;
    update license_slot s set used = s.used + quantity where s.pool_id = pool and s.slot = taken;
    return taken;
  exception when no_data_found then
    null;
  end;
  select one.slot into candidate from license_slot one
    where one.pool_id = pool and (one.unlimited or one.share - one.used >= quantity) order by random() limit 1;
  if candidate is null then
    return null;
  end if;
  begin
    update license_slot s set used = s.used + quantity
      where s.pool_id = pool and s.slot = candidate and (s.unlimited or s.share - s.used >= quantity)
      returning s.slot into taken;
    if taken is null then
      raise exception using errcode = 'no_data_found';
    end if;
    return taken;
  exception when no_data_found then
    return null;
  end;
end
$$;
