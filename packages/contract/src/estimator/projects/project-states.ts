export const projectStates = ['draft', 'review', 'approved', 'sent', 'won', 'lost', 'expired'] as const
export type ProjectState = (typeof projectStates)[number]

/** In these states nothing of a project is changed; approved, sent and lost ones go on as a new revision. */
export const frozenStates = ['approved', 'sent', 'won', 'lost', 'expired'] as const satisfies readonly ProjectState[]

export const taxCategories = ['standard', 'zero', 'exempt', 'reverseCharge', 'intraCommunity', 'export'] as const
