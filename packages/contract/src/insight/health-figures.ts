/** What servers store of themselves every 15 s. A target is the most that a figure should have; seconds are seconds. */
export const healthFigures = {
  requestsPerSecond: { unit: 'perSecond' },
  /** Answers of the class 5xx. */
  errorsPerSecond: { unit: 'perSecond' },
  requestP95Seconds: { unit: 'seconds', target: 0.2 },
  recordsPerSecond: { unit: 'perSecond' },
  ackP99Seconds: { unit: 'seconds', target: 0.05 },
  queueRecords: { unit: 'count' },
  mqttConnections: { unit: 'count' },
  /** How long the database took to take in the look before. */
  databaseSeconds: { unit: 'seconds', target: 0.02 },
  databaseConnections: { unit: 'count' },
  diskUsedBytes: { unit: 'bytes' },
  diskTotalBytes: { unit: 'bytes' },
  memoryBytes: { unit: 'bytes' },
  eventLoopP99Seconds: { unit: 'seconds', target: 0.1 },
  pdfP95Seconds: { unit: 'seconds' },
  pdfWaiting: { unit: 'count' },
  jobsWaiting: { unit: 'count' },
  jobsDead: { unit: 'count' },
  /** How long the job that is due longest has waited. */
  jobWaitSeconds: { unit: 'seconds' },
  mailsWaiting: { unit: 'count' },
} as const satisfies Record<string, { unit: 'perSecond' | 'seconds' | 'count' | 'bytes'; target?: number }>

export type HealthFigure = keyof typeof healthFigures

/** Windows of the health screen, and how far apart the points of its pictures are, seconds. */
export const healthWindows = {
  '1h': { seconds: 3_600, step: 15 },
  '24h': { seconds: 86_400, step: 300 },
  '7d': { seconds: 7 * 86_400, step: 1_800 },
  '30d': { seconds: 30 * 86_400, step: 7_200 },
} as const
export type HealthWindow = keyof typeof healthWindows

export const healthServices = [
  'web',
  'ingest',
  'queue',
  'database',
  'disk',
  'jobs',
  'pdf',
  'mail',
  'backup',
  'certificates',
] as const
export type HealthServiceName = (typeof healthServices)[number]

export const healthAlertKinds = ['diskFull', 'backupOld', 'ingestAway', 'certificateEnding', 'queueGrowing'] as const
export type HealthAlertKind = (typeof healthAlertKinds)[number]
