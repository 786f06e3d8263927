-- The schema at revision 0009. Written by the migrations: python -m tkg.migrate > schema/schema.sql

PRAGMA application_id = 1953195825;

CREATE TABLE anchoring (
	evidence INTEGER NOT NULL,
	side INTEGER NOT NULL,
	words TEXT,
	reference INTEGER NOT NULL,
	zone TEXT NOT NULL,
	anchored TEXT,
	rule TEXT,
	chosen_by TEXT,
	note TEXT,
	bound TEXT,
	guess TEXT,
	tx INTEGER NOT NULL,
	CONSTRAINT pk_anchoring PRIMARY KEY (evidence, side),
	CONSTRAINT fk_anchoring_evidence_evidence FOREIGN KEY(evidence) REFERENCES evidence (id),
	CONSTRAINT fk_anchoring_tx_tx FOREIGN KEY(tx) REFERENCES tx (id) DEFERRABLE INITIALLY DEFERRED
)
 WITHOUT ROWID
;

CREATE TRIGGER anchoring_no_delete BEFORE DELETE ON anchoring WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: anchoring takes no DELETE'); END;

CREATE TRIGGER anchoring_no_replace BEFORE INSERT ON anchoring WHEN EXISTS (SELECT 1 FROM anchoring WHERE evidence = NEW.evidence AND side = NEW.side) BEGIN SELECT RAISE(ABORT, 'append-only: anchoring has this row already'); END;

CREATE TRIGGER anchoring_no_update BEFORE UPDATE ON anchoring WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: anchoring takes no UPDATE'); END;

CREATE TABLE belief_cur (
	scope INTEGER NOT NULL,
	modality INTEGER NOT NULL,
	s INTEGER NOT NULL,
	p INTEGER NOT NULL,
	vf INTEGER NOT NULL,
	vt INTEGER NOT NULL,
	o INTEGER NOT NULL,
	rf INTEGER NOT NULL,
	flags INTEGER NOT NULL,
	CONSTRAINT pk_belief_cur PRIMARY KEY (scope, modality, s, p, vf, o)
)
 WITHOUT ROWID
;

CREATE INDEX belief_cur_predicate ON belief_cur (scope, modality, p, vf, vt, s, o, rf, flags);

CREATE TABLE belief_hist (
	scope INTEGER NOT NULL,
	modality INTEGER NOT NULL,
	s INTEGER NOT NULL,
	p INTEGER NOT NULL,
	rt INTEGER NOT NULL,
	vf INTEGER NOT NULL,
	rf INTEGER NOT NULL,
	vt INTEGER NOT NULL,
	o INTEGER NOT NULL,
	flags INTEGER NOT NULL,
	CONSTRAINT pk_belief_hist PRIMARY KEY (scope, modality, s, p, rt, vf, o)
)
 WITHOUT ROWID
;

CREATE TABLE belief_of_object (
	scope INTEGER NOT NULL,
	modality INTEGER NOT NULL,
	o INTEGER NOT NULL,
	p INTEGER NOT NULL,
	s INTEGER NOT NULL,
	CONSTRAINT pk_belief_of_object PRIMARY KEY (scope, modality, o, p, s)
)
 WITHOUT ROWID
;

CREATE TABLE belief_of_predicate (
	scope INTEGER NOT NULL,
	modality INTEGER NOT NULL,
	p INTEGER NOT NULL,
	s INTEGER NOT NULL,
	CONSTRAINT pk_belief_of_predicate PRIMARY KEY (scope, modality, p, s)
)
 WITHOUT ROWID
;

CREATE TABLE claim (
	id INTEGER NOT NULL,
	scope INTEGER NOT NULL,
	op INTEGER NOT NULL,
	s INTEGER,
	p INTEGER NOT NULL,
	o INTEGER,
	from_said TEXT,
	to_said TEXT,
	valid_said TEXT,
	from_early INTEGER,
	from_at INTEGER NOT NULL,
	from_late INTEGER,
	from_grain INTEGER NOT NULL,
	to_early INTEGER,
	to_at INTEGER,
	to_late INTEGER,
	to_grain INTEGER NOT NULL,
	ongoing INTEGER NOT NULL,
	observed INTEGER,
	seen INTEGER NOT NULL,
	source INTEGER NOT NULL,
	confidence REAL NOT NULL,
	modality INTEGER NOT NULL,
	statement INTEGER,
	s_said INTEGER,
	o_said INTEGER,
	reach_level INTEGER,
	erased INTEGER DEFAULT 0 NOT NULL,
	attrs TEXT,
	ref TEXT,
	tx INTEGER NOT NULL,
	CONSTRAINT pk_claim PRIMARY KEY (id),
	CONSTRAINT fk_claim_scope_scope FOREIGN KEY(scope) REFERENCES scope (id),
	CONSTRAINT fk_claim_s_term FOREIGN KEY(s) REFERENCES term (id),
	CONSTRAINT fk_claim_p_predicate FOREIGN KEY(p) REFERENCES predicate (id),
	CONSTRAINT fk_claim_o_term FOREIGN KEY(o) REFERENCES term (id),
	CONSTRAINT fk_claim_source_source FOREIGN KEY(source) REFERENCES source (id)
);

CREATE INDEX claim_backward ON claim (scope, s, p) WHERE from_grain = 4 AND to_grain <> 6;

CREATE INDEX claim_end ON claim (scope, s, p) WHERE op = 1;

CREATE INDEX claim_predicate ON claim (scope, p);

CREATE UNIQUE INDEX claim_ref ON claim (scope, ref) WHERE ref IS NOT NULL;

CREATE INDEX claim_slot ON claim (scope, s, p, ongoing, from_at);

CREATE INDEX claim_statement ON claim (statement) WHERE statement IS NOT NULL;

CREATE INDEX claim_straddle ON claim (scope, s, p, reach_level, from_at) WHERE reach_level IS NOT NULL;

CREATE INDEX claim_vague ON claim (scope, s, p, o, ongoing, from_grain, from_at) WHERE from_early < from_late;

CREATE INDEX claim_value ON claim (scope, o, p, s, ongoing, from_at);

CREATE TRIGGER claim_no_delete BEFORE DELETE ON claim WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: claim takes no DELETE'); END;

CREATE TRIGGER claim_no_replace BEFORE INSERT ON claim WHEN EXISTS (SELECT 1 FROM claim WHERE id = NEW.id) OR EXISTS (SELECT 1 FROM claim WHERE NEW.ref IS NOT NULL AND scope = NEW.scope AND ref = NEW.ref) BEGIN SELECT RAISE(ABORT, 'append-only: claim has this row already'); END;

CREATE TRIGGER claim_no_update BEFORE UPDATE ON claim WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: claim takes no UPDATE'); END;

CREATE TABLE declaration (
	place INTEGER NOT NULL,
	predicate INTEGER NOT NULL,
	rule TEXT NOT NULL,
	tx INTEGER NOT NULL,
	CONSTRAINT pk_declaration PRIMARY KEY (place, predicate),
	CONSTRAINT fk_declaration_predicate_predicate FOREIGN KEY(predicate) REFERENCES predicate (id),
	CONSTRAINT fk_declaration_tx_tx FOREIGN KEY(tx) REFERENCES tx (id) DEFERRABLE INITIALLY DEFERRED
);

CREATE TRIGGER declaration_no_delete BEFORE DELETE ON declaration WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: declaration takes no DELETE'); END;

CREATE TRIGGER declaration_no_replace BEFORE INSERT ON declaration WHEN EXISTS (SELECT 1 FROM declaration WHERE place = NEW.place AND predicate = NEW.predicate) BEGIN SELECT RAISE(ABORT, 'append-only: declaration has this row already'); END;

CREATE TRIGGER declaration_no_update BEFORE UPDATE ON declaration WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: declaration takes no UPDATE'); END;

CREATE TABLE derivation (
	evidence INTEGER NOT NULL,
	run INTEGER NOT NULL,
	statement TEXT,
	effect INTEGER DEFAULT 0 NOT NULL,
	CONSTRAINT pk_derivation PRIMARY KEY (evidence),
	CONSTRAINT fk_derivation_evidence_evidence FOREIGN KEY(evidence) REFERENCES evidence (id),
	CONSTRAINT fk_derivation_run_run FOREIGN KEY(run) REFERENCES run (id)
);

CREATE TRIGGER derivation_no_delete BEFORE DELETE ON derivation WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: derivation takes no DELETE'); END;

CREATE TRIGGER derivation_no_replace BEFORE INSERT ON derivation WHEN EXISTS (SELECT 1 FROM derivation WHERE evidence = NEW.evidence) BEGIN SELECT RAISE(ABORT, 'append-only: derivation has this row already'); END;

CREATE TRIGGER derivation_no_update BEFORE UPDATE ON derivation WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: derivation takes no UPDATE'); END;

CREATE TABLE dropping (
	place INTEGER NOT NULL,
	predicate INTEGER NOT NULL,
	dropped INTEGER NOT NULL,
	reason TEXT,
	tx INTEGER NOT NULL,
	CONSTRAINT pk_dropping PRIMARY KEY (predicate, place),
	CONSTRAINT fk_dropping_predicate_predicate FOREIGN KEY(predicate) REFERENCES predicate (id),
	CONSTRAINT fk_dropping_tx_tx FOREIGN KEY(tx) REFERENCES tx (id) DEFERRABLE INITIALLY DEFERRED
);

CREATE TRIGGER dropping_no_delete BEFORE DELETE ON dropping WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: dropping takes no DELETE'); END;

CREATE TRIGGER dropping_no_replace BEFORE INSERT ON dropping WHEN EXISTS (SELECT 1 FROM dropping WHERE predicate = NEW.predicate AND place = NEW.place) BEGIN SELECT RAISE(ABORT, 'append-only: dropping has this row already'); END;

CREATE TRIGGER dropping_no_update BEFORE UPDATE ON dropping WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: dropping takes no UPDATE'); END;

CREATE TABLE embedder (
	id INTEGER NOT NULL,
	name TEXT NOT NULL,
	dimension INTEGER NOT NULL,
	CONSTRAINT pk_embedder PRIMARY KEY (id),
	CONSTRAINT uq_embedder_name UNIQUE (name)
);

CREATE TABLE entry (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
	scope INTEGER NOT NULL,
	kind INTEGER NOT NULL,
	a INTEGER NOT NULL,
	b INTEGER NOT NULL,
	c INTEGER NOT NULL,
	digest BLOB NOT NULL,
	CONSTRAINT uq_entry_scope_kind_a_b_c UNIQUE (scope, kind, a, b, c)
);

CREATE INDEX entry_in_order ON entry (scope, kind, id);

CREATE VIRTUAL TABLE entry_words USING fts5 (own, beside, whose, tokenize = 'unicode61');

CREATE TABLE episode (
	id INTEGER NOT NULL,
	scope INTEGER NOT NULL,
	speaker TEXT NOT NULL,
	role TEXT NOT NULL,
	observed INTEGER NOT NULL,
	zone TEXT NOT NULL,
	text TEXT NOT NULL,
	ref TEXT,
	labels TEXT,
	digest BLOB NOT NULL,
	tx INTEGER NOT NULL,
	CONSTRAINT pk_episode PRIMARY KEY (id),
	CONSTRAINT uq_episode_scope_digest UNIQUE (scope, digest),
	CONSTRAINT fk_episode_scope_scope FOREIGN KEY(scope) REFERENCES scope (id),
	CONSTRAINT fk_episode_tx_tx FOREIGN KEY(tx) REFERENCES tx (id) DEFERRABLE INITIALLY DEFERRED
);

CREATE INDEX episode_scope_observed ON episode (scope, observed);

CREATE TRIGGER episode_no_delete BEFORE DELETE ON episode WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: episode takes no DELETE'); END;

CREATE TRIGGER episode_no_replace BEFORE INSERT ON episode WHEN EXISTS (SELECT 1 FROM episode WHERE id = NEW.id) OR EXISTS (SELECT 1 FROM episode WHERE scope = NEW.scope AND digest = NEW.digest) BEGIN SELECT RAISE(ABORT, 'append-only: episode has this row already'); END;

CREATE TRIGGER episode_no_update BEFORE UPDATE ON episode WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: episode takes no UPDATE'); END;

CREATE TABLE erasing (
	id INTEGER NOT NULL,
	CONSTRAINT pk_erasing PRIMARY KEY (id)
);

CREATE TABLE erasure (
	place INTEGER NOT NULL,
	scope INTEGER NOT NULL,
	claim INTEGER,
	entity INTEGER,
	claims INTEGER NOT NULL,
	reason TEXT,
	tx INTEGER NOT NULL,
	CONSTRAINT pk_erasure PRIMARY KEY (place),
	CONSTRAINT fk_erasure_scope_scope FOREIGN KEY(scope) REFERENCES scope (id),
	CONSTRAINT fk_erasure_claim_claim FOREIGN KEY(claim) REFERENCES claim (id),
	CONSTRAINT fk_erasure_entity_term FOREIGN KEY(entity) REFERENCES term (id),
	CONSTRAINT fk_erasure_tx_tx FOREIGN KEY(tx) REFERENCES tx (id) DEFERRABLE INITIALLY DEFERRED
);

CREATE TRIGGER erasure_no_delete BEFORE DELETE ON erasure WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: erasure takes no DELETE'); END;

CREATE TRIGGER erasure_no_replace BEFORE INSERT ON erasure WHEN EXISTS (SELECT 1 FROM erasure WHERE place = NEW.place) BEGIN SELECT RAISE(ABORT, 'append-only: erasure has this row already'); END;

CREATE TRIGGER erasure_no_update BEFORE UPDATE ON erasure WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: erasure takes no UPDATE'); END;

CREATE TABLE evidence (
	id INTEGER NOT NULL,
	claim INTEGER NOT NULL,
	episode INTEGER NOT NULL,
	span_from INTEGER,
	span_to INTEGER,
	from_text TEXT,
	to_text TEXT,
	extractor TEXT NOT NULL,
	tx INTEGER NOT NULL,
	CONSTRAINT pk_evidence PRIMARY KEY (id),
	CONSTRAINT fk_evidence_claim_claim FOREIGN KEY(claim) REFERENCES claim (id),
	CONSTRAINT fk_evidence_episode_episode FOREIGN KEY(episode) REFERENCES episode (id),
	CONSTRAINT fk_evidence_tx_tx FOREIGN KEY(tx) REFERENCES tx (id) DEFERRABLE INITIALLY DEFERRED
);

CREATE INDEX evidence_claim ON evidence (claim);

CREATE INDEX evidence_episode ON evidence (episode);

CREATE TRIGGER evidence_no_delete BEFORE DELETE ON evidence WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: evidence takes no DELETE'); END;

CREATE TRIGGER evidence_no_replace BEFORE INSERT ON evidence WHEN EXISTS (SELECT 1 FROM evidence WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'append-only: evidence has this row already'); END;

CREATE TRIGGER evidence_no_update BEFORE UPDATE ON evidence WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: evidence takes no UPDATE'); END;

CREATE TABLE extraction (
	id INTEGER NOT NULL,
	episode INTEGER NOT NULL,
	extractor TEXT NOT NULL,
	run INTEGER,
	recorded INTEGER NOT NULL,
	skipped TEXT NOT NULL,
	digest BLOB,
	tx INTEGER NOT NULL,
	CONSTRAINT pk_extraction PRIMARY KEY (id),
	CONSTRAINT fk_extraction_episode_episode FOREIGN KEY(episode) REFERENCES episode (id),
	CONSTRAINT fk_extraction_run_run FOREIGN KEY(run) REFERENCES run (id),
	CONSTRAINT fk_extraction_tx_tx FOREIGN KEY(tx) REFERENCES tx (id) DEFERRABLE INITIALLY DEFERRED
);

CREATE INDEX extraction_episode ON extraction (episode);

CREATE INDEX extraction_tx ON extraction (tx);

CREATE TRIGGER extraction_no_delete BEFORE DELETE ON extraction WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: extraction takes no DELETE'); END;

CREATE TRIGGER extraction_no_replace BEFORE INSERT ON extraction WHEN EXISTS (SELECT 1 FROM extraction WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'append-only: extraction has this row already'); END;

CREATE TRIGGER extraction_no_update BEFORE UPDATE ON extraction WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: extraction takes no UPDATE'); END;

CREATE TABLE held (
	id INTEGER NOT NULL,
	scope INTEGER NOT NULL,
	extraction INTEGER NOT NULL,
	change TEXT,
	why TEXT NOT NULL,
	tx INTEGER NOT NULL,
	CONSTRAINT pk_held PRIMARY KEY (id),
	CONSTRAINT fk_held_scope_scope FOREIGN KEY(scope) REFERENCES scope (id),
	CONSTRAINT fk_held_extraction_extraction FOREIGN KEY(extraction) REFERENCES extraction (id),
	CONSTRAINT fk_held_tx_tx FOREIGN KEY(tx) REFERENCES tx (id) DEFERRABLE INITIALLY DEFERRED
);

CREATE INDEX held_extraction ON held (extraction);

CREATE INDEX held_scope ON held (scope);

CREATE TRIGGER held_no_delete BEFORE DELETE ON held WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: held takes no DELETE'); END;

CREATE TRIGGER held_no_replace BEFORE INSERT ON held WHEN EXISTS (SELECT 1 FROM held WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'append-only: held has this row already'); END;

CREATE TRIGGER held_no_update BEFORE UPDATE ON held WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: held takes no UPDATE'); END;

CREATE TABLE idempotency (
	scope INTEGER NOT NULL,
	"key" TEXT NOT NULL,
	fingerprint TEXT NOT NULL,
	result TEXT NOT NULL,
	tx INTEGER NOT NULL,
	CONSTRAINT pk_idempotency PRIMARY KEY (scope, "key"),
	CONSTRAINT fk_idempotency_scope_scope FOREIGN KEY(scope) REFERENCES scope (id),
	CONSTRAINT fk_idempotency_tx_tx FOREIGN KEY(tx) REFERENCES tx (id) DEFERRABLE INITIALLY DEFERRED
)
 WITHOUT ROWID
;

CREATE TABLE index_state (
	"key" TEXT NOT NULL,
	value TEXT NOT NULL,
	CONSTRAINT pk_index_state PRIMARY KEY ("key")
);

CREATE TABLE job (
	extractor TEXT NOT NULL,
	episode INTEGER NOT NULL,
	scope INTEGER NOT NULL,
	queued INTEGER NOT NULL,
	attempts INTEGER DEFAULT 0 NOT NULL,
	not_before INTEGER NOT NULL,
	lease_until INTEGER,
	worker TEXT,
	failed INTEGER DEFAULT 0 NOT NULL,
	reason TEXT,
	again INTEGER DEFAULT 0 NOT NULL,
	CONSTRAINT pk_job PRIMARY KEY (extractor, episode),
	CONSTRAINT fk_job_episode_episode FOREIGN KEY(episode) REFERENCES episode (id),
	CONSTRAINT fk_job_scope_scope FOREIGN KEY(scope) REFERENCES scope (id)
)
 WITHOUT ROWID
;

CREATE INDEX job_episode ON job (episode);

CREATE TABLE linking (
	evidence INTEGER NOT NULL,
	role INTEGER NOT NULL,
	said TEXT,
	how TEXT NOT NULL,
	score REAL NOT NULL,
	type TEXT,
	CONSTRAINT pk_linking PRIMARY KEY (evidence, role),
	CONSTRAINT fk_linking_evidence_evidence FOREIGN KEY(evidence) REFERENCES evidence (id)
)
 WITHOUT ROWID
;

CREATE TRIGGER linking_no_delete BEFORE DELETE ON linking WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: linking takes no DELETE'); END;

CREATE TRIGGER linking_no_replace BEFORE INSERT ON linking WHEN EXISTS (SELECT 1 FROM linking WHERE evidence = NEW.evidence AND role = NEW.role) BEGIN SELECT RAISE(ABORT, 'append-only: linking has this row already'); END;

CREATE TRIGGER linking_no_update BEFORE UPDATE ON linking WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: linking takes no UPDATE'); END;

CREATE TABLE merge (
	place INTEGER NOT NULL,
	scope INTEGER NOT NULL,
	old INTEGER NOT NULL,
	new INTEGER NOT NULL,
	tx INTEGER NOT NULL,
	CONSTRAINT pk_merge PRIMARY KEY (place),
	CONSTRAINT fk_merge_scope_scope FOREIGN KEY(scope) REFERENCES scope (id),
	CONSTRAINT fk_merge_old_term FOREIGN KEY(old) REFERENCES term (id),
	CONSTRAINT fk_merge_new_term FOREIGN KEY(new) REFERENCES term (id),
	CONSTRAINT fk_merge_tx_tx FOREIGN KEY(tx) REFERENCES tx (id) DEFERRABLE INITIALLY DEFERRED
);

CREATE TRIGGER merge_no_delete BEFORE DELETE ON merge WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: merge takes no DELETE'); END;

CREATE TRIGGER merge_no_replace BEFORE INSERT ON merge WHEN EXISTS (SELECT 1 FROM merge WHERE place = NEW.place) BEGIN SELECT RAISE(ABORT, 'append-only: merge has this row already'); END;

CREATE TRIGGER merge_no_update BEFORE UPDATE ON merge WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: merge takes no UPDATE'); END;

CREATE TABLE meta (
	"key" TEXT NOT NULL,
	value TEXT NOT NULL,
	CONSTRAINT pk_meta PRIMARY KEY ("key")
);

CREATE TABLE model_call (
	id INTEGER NOT NULL,
	run INTEGER NOT NULL,
	scope INTEGER NOT NULL,
	at INTEGER NOT NULL,
	calls INTEGER NOT NULL,
	tokens_in INTEGER NOT NULL,
	tokens_out INTEGER NOT NULL,
	money_micro INTEGER NOT NULL,
	outcome TEXT NOT NULL,
	CONSTRAINT pk_model_call PRIMARY KEY (id),
	CONSTRAINT fk_model_call_run_run FOREIGN KEY(run) REFERENCES run (id),
	CONSTRAINT fk_model_call_scope_scope FOREIGN KEY(scope) REFERENCES scope (id)
);

CREATE INDEX model_call_run ON model_call (run);

CREATE INDEX model_call_scope_at ON model_call (scope, at);

CREATE TRIGGER model_call_no_delete BEFORE DELETE ON model_call WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: model_call takes no DELETE'); END;

CREATE TRIGGER model_call_no_replace BEFORE INSERT ON model_call WHEN EXISTS (SELECT 1 FROM model_call WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'append-only: model_call has this row already'); END;

CREATE TRIGGER model_call_no_update BEFORE UPDATE ON model_call WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: model_call takes no UPDATE'); END;

CREATE TABLE named_time (
	entry INTEGER NOT NULL,
	starts INTEGER NOT NULL,
	ends INTEGER NOT NULL,
	CONSTRAINT pk_named_time PRIMARY KEY (entry, starts, ends)
)
 WITHOUT ROWID
;

CREATE TABLE predicate (
	id INTEGER NOT NULL,
	name TEXT NOT NULL,
	used INTEGER DEFAULT 0 NOT NULL,
	CONSTRAINT pk_predicate PRIMARY KEY (id),
	CONSTRAINT uq_predicate_name UNIQUE (name)
);

CREATE TRIGGER predicate_no_delete BEFORE DELETE ON predicate WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: predicate takes no DELETE'); END;

CREATE TRIGGER predicate_no_update BEFORE UPDATE OF id, name ON predicate WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: predicate takes no UPDATE OF id, name'); END;

CREATE TABLE predicate_map (
	place INTEGER NOT NULL,
	old INTEGER NOT NULL,
	new INTEGER NOT NULL,
	flip INTEGER NOT NULL,
	tx INTEGER NOT NULL,
	CONSTRAINT pk_predicate_map PRIMARY KEY (place, old),
	CONSTRAINT fk_predicate_map_old_predicate FOREIGN KEY(old) REFERENCES predicate (id),
	CONSTRAINT fk_predicate_map_new_predicate FOREIGN KEY(new) REFERENCES predicate (id),
	CONSTRAINT fk_predicate_map_tx_tx FOREIGN KEY(tx) REFERENCES tx (id) DEFERRABLE INITIALLY DEFERRED
);

CREATE TRIGGER predicate_map_no_delete BEFORE DELETE ON predicate_map WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: predicate_map takes no DELETE'); END;

CREATE TRIGGER predicate_map_no_replace BEFORE INSERT ON predicate_map WHEN EXISTS (SELECT 1 FROM predicate_map WHERE place = NEW.place AND old = NEW.old) BEGIN SELECT RAISE(ABORT, 'append-only: predicate_map has this row already'); END;

CREATE TRIGGER predicate_map_no_update BEFORE UPDATE ON predicate_map WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: predicate_map takes no UPDATE'); END;

CREATE TABLE ruling (
	held INTEGER NOT NULL,
	verdict TEXT NOT NULL,
	claim INTEGER,
	reason TEXT,
	tx INTEGER NOT NULL,
	CONSTRAINT pk_ruling PRIMARY KEY (held),
	CONSTRAINT fk_ruling_held_held FOREIGN KEY(held) REFERENCES held (id),
	CONSTRAINT fk_ruling_claim_claim FOREIGN KEY(claim) REFERENCES claim (id),
	CONSTRAINT fk_ruling_tx_tx FOREIGN KEY(tx) REFERENCES tx (id) DEFERRABLE INITIALLY DEFERRED
);

CREATE TRIGGER ruling_no_delete BEFORE DELETE ON ruling WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: ruling takes no DELETE'); END;

CREATE TRIGGER ruling_no_replace BEFORE INSERT ON ruling WHEN EXISTS (SELECT 1 FROM ruling WHERE held = NEW.held) BEGIN SELECT RAISE(ABORT, 'append-only: ruling has this row already'); END;

CREATE TRIGGER ruling_no_update BEFORE UPDATE ON ruling WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: ruling takes no UPDATE'); END;

CREATE TABLE run (
	id INTEGER NOT NULL,
	extractor TEXT NOT NULL,
	model TEXT,
	prompt TEXT,
	started INTEGER NOT NULL,
	CONSTRAINT pk_run PRIMARY KEY (id)
);

CREATE TRIGGER run_no_delete BEFORE DELETE ON run WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: run takes no DELETE'); END;

CREATE TRIGGER run_no_replace BEFORE INSERT ON run WHEN EXISTS (SELECT 1 FROM run WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'append-only: run has this row already'); END;

CREATE TRIGGER run_no_update BEFORE UPDATE ON run WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: run takes no UPDATE'); END;

CREATE TABLE saying (
	entry INTEGER NOT NULL,
	claim INTEGER NOT NULL,
	since INTEGER NOT NULL,
	until INTEGER NOT NULL,
	CONSTRAINT pk_saying PRIMARY KEY (entry, claim, since)
)
 WITHOUT ROWID
;

CREATE INDEX saying_claim ON saying (claim);

CREATE TABLE scope (
	id INTEGER NOT NULL,
	name TEXT NOT NULL,
	CONSTRAINT pk_scope PRIMARY KEY (id),
	CONSTRAINT uq_scope_name UNIQUE (name)
);

CREATE TRIGGER scope_no_delete BEFORE DELETE ON scope WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: scope takes no DELETE'); END;

CREATE TRIGGER scope_no_update BEFORE UPDATE ON scope WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: scope takes no UPDATE'); END;

CREATE TABLE slot (
	scope INTEGER NOT NULL,
	modality INTEGER NOT NULL,
	s INTEGER NOT NULL,
	p INTEGER NOT NULL,
	o INTEGER NOT NULL,
	source INTEGER,
	vague INTEGER NOT NULL,
	CONSTRAINT pk_slot PRIMARY KEY (scope, modality, s, p, o)
)
 WITHOUT ROWID
;

CREATE INDEX slot_predicate ON slot (scope, modality, p, s, o, source, vague);

CREATE TABLE source (
	id INTEGER NOT NULL,
	scope INTEGER NOT NULL,
	name TEXT NOT NULL,
	CONSTRAINT pk_source PRIMARY KEY (id),
	CONSTRAINT uq_source_scope_name UNIQUE (scope, name),
	CONSTRAINT fk_source_scope_scope FOREIGN KEY(scope) REFERENCES scope (id)
);

CREATE TRIGGER source_no_delete BEFORE DELETE ON source WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: source takes no DELETE'); END;

CREATE TRIGGER source_no_update BEFORE UPDATE ON source WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: source takes no UPDATE'); END;

CREATE TABLE source_order (
	place INTEGER NOT NULL,
	sources TEXT NOT NULL,
	tx INTEGER NOT NULL,
	CONSTRAINT pk_source_order PRIMARY KEY (place),
	CONSTRAINT fk_source_order_tx_tx FOREIGN KEY(tx) REFERENCES tx (id) DEFERRABLE INITIALLY DEFERRED
);

CREATE TRIGGER source_order_no_delete BEFORE DELETE ON source_order WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: source_order takes no DELETE'); END;

CREATE TRIGGER source_order_no_replace BEFORE INSERT ON source_order WHEN EXISTS (SELECT 1 FROM source_order WHERE place = NEW.place) BEGIN SELECT RAISE(ABORT, 'append-only: source_order has this row already'); END;

CREATE TRIGGER source_order_no_update BEFORE UPDATE ON source_order WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: source_order takes no UPDATE'); END;

CREATE TABLE source_role (
	place INTEGER NOT NULL,
	source INTEGER NOT NULL,
	role TEXT NOT NULL,
	tx INTEGER NOT NULL,
	CONSTRAINT pk_source_role PRIMARY KEY (source, place),
	CONSTRAINT fk_source_role_source_source FOREIGN KEY(source) REFERENCES source (id),
	CONSTRAINT fk_source_role_tx_tx FOREIGN KEY(tx) REFERENCES tx (id) DEFERRABLE INITIALLY DEFERRED
);

CREATE TRIGGER source_role_no_delete BEFORE DELETE ON source_role WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: source_role takes no DELETE'); END;

CREATE TRIGGER source_role_no_replace BEFORE INSERT ON source_role WHEN EXISTS (SELECT 1 FROM source_role WHERE source = NEW.source AND place = NEW.place) BEGIN SELECT RAISE(ABORT, 'append-only: source_role has this row already'); END;

CREATE TRIGGER source_role_no_update BEFORE UPDATE ON source_role WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: source_role takes no UPDATE'); END;

CREATE TABLE split (
	place INTEGER NOT NULL,
	claim INTEGER NOT NULL,
	role INTEGER NOT NULL,
	scope INTEGER NOT NULL,
	new INTEGER NOT NULL,
	tx INTEGER NOT NULL,
	CONSTRAINT pk_split PRIMARY KEY (claim, role, place),
	CONSTRAINT fk_split_claim_claim FOREIGN KEY(claim) REFERENCES claim (id),
	CONSTRAINT fk_split_scope_scope FOREIGN KEY(scope) REFERENCES scope (id),
	CONSTRAINT fk_split_new_term FOREIGN KEY(new) REFERENCES term (id),
	CONSTRAINT fk_split_tx_tx FOREIGN KEY(tx) REFERENCES tx (id) DEFERRABLE INITIALLY DEFERRED
)
 WITHOUT ROWID
;

CREATE INDEX split_place ON split (place);

CREATE TRIGGER split_no_delete BEFORE DELETE ON split WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: split takes no DELETE'); END;

CREATE TRIGGER split_no_replace BEFORE INSERT ON split WHEN EXISTS (SELECT 1 FROM split WHERE claim = NEW.claim AND role = NEW.role AND place = NEW.place) BEGIN SELECT RAISE(ABORT, 'append-only: split has this row already'); END;

CREATE TRIGGER split_no_update BEFORE UPDATE ON split WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: split takes no UPDATE'); END;

CREATE TABLE standing (
	claim INTEGER NOT NULL,
	place INTEGER NOT NULL,
	live INTEGER NOT NULL,
	reason TEXT,
	tx INTEGER NOT NULL,
	CONSTRAINT pk_standing PRIMARY KEY (claim, place),
	CONSTRAINT fk_standing_claim_claim FOREIGN KEY(claim) REFERENCES claim (id)
)
 WITHOUT ROWID
;

CREATE INDEX standing_place ON standing (place);

CREATE TRIGGER standing_no_delete BEFORE DELETE ON standing WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: standing takes no DELETE'); END;

CREATE TRIGGER standing_no_replace BEFORE INSERT ON standing WHEN EXISTS (SELECT 1 FROM standing WHERE claim = NEW.claim AND place = NEW.place) BEGIN SELECT RAISE(ABORT, 'append-only: standing has this row already'); END;

CREATE TRIGGER standing_no_update BEFORE UPDATE ON standing WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: standing takes no UPDATE'); END;

CREATE TABLE term (
	id INTEGER NOT NULL,
	scope INTEGER NOT NULL,
	kind INTEGER NOT NULL,
	name TEXT NOT NULL,
	norm TEXT NOT NULL,
	type TEXT DEFAULT '' NOT NULL,
	CONSTRAINT pk_term PRIMARY KEY (id),
	CONSTRAINT uq_term_scope_kind_name_type UNIQUE (scope, kind, name, type),
	CONSTRAINT fk_term_scope_scope FOREIGN KEY(scope) REFERENCES scope (id)
);

CREATE INDEX term_scope_norm ON term (scope, norm);

CREATE TRIGGER term_no_delete BEFORE DELETE ON term WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: term takes no DELETE'); END;

CREATE TRIGGER term_no_update BEFORE UPDATE ON term WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: term takes no UPDATE'); END;

CREATE TABLE tx (
	id INTEGER NOT NULL,
	at INTEGER NOT NULL,
	last_place INTEGER NOT NULL,
	actor TEXT,
	reason TEXT,
	CONSTRAINT pk_tx PRIMARY KEY (id)
);

CREATE INDEX tx_at ON tx (at);

CREATE TRIGGER tx_no_delete BEFORE DELETE ON tx WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: tx takes no DELETE'); END;

CREATE TRIGGER tx_no_replace BEFORE INSERT ON tx WHEN EXISTS (SELECT 1 FROM tx WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'append-only: tx has this row already'); END;

CREATE TRIGGER tx_no_update BEFORE UPDATE ON tx WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: tx takes no UPDATE'); END;

CREATE TABLE vector (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
	entry INTEGER NOT NULL,
	embedder INTEGER NOT NULL,
	digest BLOB NOT NULL,
	stamp INTEGER NOT NULL,
	vector BLOB NOT NULL
);

CREATE INDEX vector_embedder ON vector (embedder);

CREATE INDEX vector_embedder_digest ON vector (embedder, digest);

CREATE INDEX vector_entry ON vector (entry);

CREATE TABLE withdrawal (
	extraction INTEGER NOT NULL,
	run INTEGER,
	reason TEXT,
	tx INTEGER NOT NULL,
	CONSTRAINT pk_withdrawal PRIMARY KEY (extraction),
	CONSTRAINT fk_withdrawal_extraction_extraction FOREIGN KEY(extraction) REFERENCES extraction (id),
	CONSTRAINT fk_withdrawal_run_run FOREIGN KEY(run) REFERENCES run (id),
	CONSTRAINT fk_withdrawal_tx_tx FOREIGN KEY(tx) REFERENCES tx (id) DEFERRABLE INITIALLY DEFERRED
);

CREATE INDEX withdrawal_tx ON withdrawal (tx);

CREATE TRIGGER withdrawal_no_delete BEFORE DELETE ON withdrawal WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: withdrawal takes no DELETE'); END;

CREATE TRIGGER withdrawal_no_replace BEFORE INSERT ON withdrawal WHEN EXISTS (SELECT 1 FROM withdrawal WHERE extraction = NEW.extraction) BEGIN SELECT RAISE(ABORT, 'append-only: withdrawal has this row already'); END;

CREATE TRIGGER withdrawal_no_update BEFORE UPDATE ON withdrawal WHEN NOT EXISTS (SELECT 1 FROM erasing) BEGIN SELECT RAISE(ABORT, 'append-only: withdrawal takes no UPDATE'); END;
