/**
 * What the words of analytics mean. The server counts by these, the screen shows them, and tests recount by them: two figures that disagree
 * are a bug.
 */
export const usageDefinitions = {
  /** A session ends after so long without a view or an action. */
  idleMinutes: 30,
  /** And after so long at the latest; what goes on is the next session. */
  longestHours: 24,
  /** Somebody is here who has viewed or done something within so long. */
  hereMinutes: 15,
  /** Without names, and for everybody in the mode `aggregate`, figures of fewer people are not shown. */
  smallestGroup: 5,
  rawDays: 90,
  rollupDays: 400,
} as const

/** What counts as activity is a view or an action; time on a page, polling and calls of the API do not. */
export const usageKinds = ['page_view', 'action', 'page_time', 'api_call'] as const
export type UsageKind = (typeof usageKinds)[number]

/** What people do in the web that is counted by name. */
export const usageActions = ['search', 'export', 'save', 'print'] as const
export type UsageAction = (typeof usageActions)[number]

/** `off` stores nothing; `aggregate` shows neither names nor what fewer than five people did, nor answers that differ by it. */
export const analyticsModes = ['off', 'aggregate', 'full'] as const
export type AnalyticsMode = (typeof analyticsModes)[number]
