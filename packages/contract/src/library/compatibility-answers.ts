export const compatibilityResults = ['yes', 'conditional', 'no', 'unknown'] as const
export type CompatibilityResult = (typeof compatibilityResults)[number]

/** From the strongest to the weakest. */
export const evidenceKinds = ['measured', 'acceptanceTest', 'reference', 'judgement'] as const

/** Evidence older than this is stale. */
export const EVIDENCE_MONTHS = 24
