import type pg from 'pg'

/** Whatever can be asked with a statement and its values. */
export interface Queryable {
  query: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<{ rows: Row[] }>
}
