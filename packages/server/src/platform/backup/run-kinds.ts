export type RunKind = 'backup' | 'drill'
