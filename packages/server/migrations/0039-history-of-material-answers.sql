-- The history of a pair has that of its answers for materials too.
CREATE INDEX audit_entry_of_compatibility_material ON audit_entry
  ((coalesce(after, before) ->> 'compatibilityId')) WHERE resource = 'compatibilityMaterial';
