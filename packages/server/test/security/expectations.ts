import type { Call, CallName } from '@packhouse/contract'
import type { CallParts } from '../support/caller.ts'

/** Whose machines and rows the matrix asks for: those of the customer of the first sample account. */
export const OWN_MACHINE = 'VFFS-2214'

export const principals = ['anonymous', 'denied', 'own', 'other', 'staff'] as const
export type PrincipalName = (typeof principals)[number]

/** What each principal is answered to one call. */
export interface Expectation {
  input?: CallParts
  statuses: Record<PrincipalName, number>
  /** The machineIDs in the answer, where it carries a list of machines. */
  machines?: (body: never) => string[]
}

const everybody = (status: number) => ({ anonymous: status, denied: status, own: status, other: status, staff: status })
const signedIn = (status: number) => ({ ...everybody(status), anonymous: 401 })
const withAccess = { anonymous: 401, denied: 403, own: 200, other: 200, staff: 200 }
const missingForAll = { anonymous: 401, denied: 403, own: 404, other: 404, staff: 404 }
const ownOnly = { ...withAccess, other: 404 }

const staffOnly = (status: number) => ({ anonymous: 401, denied: 403, own: 403, other: 403, staff: status })
const AN_HOUR = { from: '2026-11-21T00:00:00Z', to: '2026-11-21T01:00:00Z' }
const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000'
const NO_CHOICES = { alternatives: [], extras: [] }

/** Seen in a version that it never had. */
const LOST_SETTING = { key: 'product.title' as const, value: 'Other', rowVersion: 999 }
const SETTINGS_OF_NOBODY = { format: 'packhouse-settings' as const, version: 1 as const, exportedAt: '', settings: {} }

/** In the shape of WebAuthn, and worth nothing. */
const CREDENTIAL = { id: 'AA', rawId: 'AA', type: 'public-key' }
const NEW_PASSKEY = { ...CREDENTIAL, response: { clientDataJSON: 'AA', attestationObject: 'AA' } }
const PASSKEY_PROOF = { ...CREDENTIAL, response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' } }

const listed = ({ machines }: { machines: { machineID: string }[] }) => machines.map((machine) => machine.machineID)

/** The special calls. One that is missing here does not compile. */
export const expectations: Record<CallName, Expectation> = {
  login: { input: { body: { email: 'nobody@packhouse.example', password: 'wrong' } }, statuses: everybody(401) },
  refresh: { input: { body: { refresh_token: 'phr_unknown' } }, statuses: everybody(401) },
  refusalCounts: { statuses: staffOnly(200) },
  prometheusMetrics: { statuses: staffOnly(200) },
  prometheusDashboard: { statuses: staffOnly(200) },
  healthAlerts: { statuses: staffOnly(200) },
  pdfHealth: { statuses: staffOnly(200) },
  previewTemplate: { input: { body: { type: 'label', source: '#(1 + "a")' } }, statuses: staffOnly(422) },
  previewPlaces: { input: { body: { type: 'label', source: 'Text' } }, statuses: staffOnly(200) },
  templateTypes: { statuses: staffOnly(200) },
  templateDefaults: { statuses: staffOnly(200) },
  setTemplateDefault: { input: { body: { templateId: UNKNOWN_ID } }, statuses: staffOnly(404) },
  templateVersions: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  templateVersion: { input: { params: { id: UNKNOWN_ID, number: '1' } }, statuses: staffOnly(404) },
  publishTemplate: { input: { params: { id: UNKNOWN_ID }, body: { rowVersion: 1 } }, statuses: staffOnly(404) },
  generatePdf: { input: { body: { type: 'label', id: OWN_MACHINE } }, statuses: ownOnly },
  reportRecipients: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  sendReportToMe: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  findSubscription: { input: { params: { token: 'phu_unknown' } }, statuses: everybody(410) },
  unsubscribe: { input: { body: { token: 'phu_unknown' } }, statuses: everybody(410) },
  pdfJob: { input: { params: { id: UNKNOWN_ID } }, statuses: missingForAll },
  pdfJobFile: { input: { params: { id: UNKNOWN_ID } }, statuses: missingForAll },
  listAuthLog: { statuses: staffOnly(200) },
  authLogEntry: { input: { params: { id: '999999999999' } }, statuses: staffOnly(404) },
  exportAuthLog: { statuses: staffOnly(200) },
  authLogByMinute: { statuses: staffOnly(200) },
  authLogByHour: { statuses: staffOnly(200) },
  callsByKeyAndHour: { statuses: staffOnly(200) },
  callsByKeyAndMonth: { statuses: staffOnly(200) },
  listLogs: { statuses: staffOnly(200) },
  viewLog: { input: { query: { file: 'packhouse-2020-01-01-001.log' } }, statuses: staffOnly(404) },
  logEntries: { input: { query: { file: '../secrets.json' } }, statuses: staffOnly(404) },
  downloadLog: { input: { query: { file: '..%2fsecrets.json' } }, statuses: staffOnly(404) },
  setLogDebug: { input: { body: { on: false } }, statuses: staffOnly(200) },
  logWarnings: { statuses: staffOnly(200) },
  searchLogs: { input: { query: { q: 'nothing of this kind' } }, statuses: staffOnly(200) },
  tailLogs: { statuses: staffOnly(200) },
  listChanges: { statuses: staffOnly(200) },
  webhookDeliveries: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  resendDelivery: { input: { params: { id: UNKNOWN_ID, deliveryId: UNKNOWN_ID } }, statuses: staffOnly(404) },
  testWebhook: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  rotateWebhookSecret: { input: { params: { id: UNKNOWN_ID }, body: { overlap: '0' } }, statuses: staffOnly(404) },
  listJobs: { statuses: staffOnly(200) },
  retryJob: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  discardJob: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  recordUsage: {
    input: { body: { batch: UNKNOWN_ID, events: [{ kind: 'page_view', name: '/', age: 0 }] } },
    statuses: signedIn(200),
  },
  myUsage: { statuses: signedIn(200) },
  exportMyUsage: { statuses: signedIn(200) },
  usageDashboard: { statuses: staffOnly(200) },
  usageTopUsers: { statuses: staffOnly(200) },
  usageActiveUsers: { statuses: staffOnly(200) },
  usagePopularPages: { statuses: staffOnly(200) },
  usagePageHeatmap: { statuses: staffOnly(200) },
  usageUserHeatmap: { statuses: staffOnly(200) },
  usageAppHeatmap: { statuses: staffOnly(200) },
  exportUsage: { statuses: staffOnly(200) },
  logout: { statuses: signedIn(204) },
  me: { statuses: signedIn(200) },
  myPermissions: { statuses: signedIn(200) },
  listPermissions: { statuses: staffOnly(200) },
  assignPermissions: {
    input: { body: { permissions: ['customer.read'], roleId: UNKNOWN_ID } },
    statuses: staffOnly(404),
  },
  detachPermissions: {
    input: { body: { permissions: ['customer.read'], roleId: UNKNOWN_ID } },
    statuses: staffOnly(404),
  },
  bulkAssignPermissions: {
    input: { body: { permissions: ['customer.read'], roleIds: [UNKNOWN_ID] } },
    statuses: staffOnly(404),
  },
  bulkRemovePermissions: {
    input: { body: { permissions: ['customer.read'], roleIds: [UNKNOWN_ID] } },
    statuses: staffOnly(404),
  },
  syncUserRoles: { input: { body: { userId: UNKNOWN_ID, roleIds: [] } }, statuses: staffOnly(404) },
  userPermissions: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  rotateApiKey: { input: { params: { id: UNKNOWN_ID }, body: { overlap: '0' } }, statuses: staffOnly(404) },
  registerDeviceCertificate: {
    input: {
      body: {
        name: 'X',
        apiKeyId: UNKNOWN_ID,
        certificate: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
      },
    },
    statuses: staffOnly(400),
  },
  revokeApiKey: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  sendInvitation: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  verifyInvitation: { input: { params: { token: 'phl_unknown' } }, statuses: everybody(410) },
  acceptInvitation: { input: { body: { token: 'phl_unknown', password: 'x' } }, statuses: everybody(410) },
  // Not there unless it is configured.
  register: { statuses: everybody(404) },
  forgotPassword: { input: { body: { email: 'nobody@packhouse.example' } }, statuses: everybody(204) },
  resetPassword: { input: { body: { token: 'phl_unknown', password: 'x' } }, statuses: everybody(410) },
  setUserPassword: { input: { params: { id: UNKNOWN_ID }, body: { password: 'x' } }, statuses: staffOnly(404) },
  sendPasswordReset: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  searchRecords: { input: { query: { q: 'vffs' } }, statuses: withAccess },
  listMails: { statuses: staffOnly(200) },
  mySettings: { statuses: signedIn(200) },
  changeMySettings: { input: { body: {} }, statuses: signedIn(200) },
  changeMyPassword: { input: { body: { current: 'wrong', new: 'wrong' } }, statuses: signedIn(400) },
  mySessions: { statuses: signedIn(200) },
  endMySession: { input: { params: { id: UNKNOWN_ID } }, statuses: signedIn(404) },
  endMyOtherSessions: { statuses: signedIn(200) },
  // Without a form.
  setMyPhoto: { statuses: signedIn(400) },
  removeMyPhoto: { statuses: signedIn(204) },
  getPhoto: { input: { params: { name: 'unknown' } }, statuses: everybody(404) },
  validateTwoFactor: {
    input: { body: { pending_token: 'php_unknown', two_factor_code: '000000' } },
    statuses: everybody(401),
  },
  startSecondFactor: { statuses: signedIn(200) },
  confirmSecondFactor: { input: { body: { code: 'wrong' } }, statuses: signedIn(400) },
  endSecondFactor: { input: { body: { password: 'wrong', code: 'wrong' } }, statuses: signedIn(404) },
  userSessions: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  endUserSession: { input: { params: { id: UNKNOWN_ID, sessionId: UNKNOWN_ID } }, statuses: staffOnly(404) },
  endUserSessions: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  endSecondFactorOfUser: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  myPasskeys: { statuses: signedIn(200) },
  beginPasskey: { statuses: signedIn(200) },
  finishPasskey: { input: { body: { name: 'Phone', passkey: NEW_PASSKEY } }, statuses: signedIn(400) },
  renamePasskey: { input: { params: { id: UNKNOWN_ID }, body: { name: 'Phone' } }, statuses: signedIn(404) },
  removePasskey: { input: { params: { id: UNKNOWN_ID } }, statuses: signedIn(404) },
  pendingSecondFactors: { input: { body: { pending_token: 'php_unknown' } }, statuses: everybody(401) },
  beginPasskeySignIn: { input: { body: {} }, statuses: everybody(200) },
  finishPasskeySignIn: { input: { body: { passkey: PASSKEY_PROOF } }, statuses: everybody(401) },
  beginConfirmation: { statuses: signedIn(404) },
  confirmIdentity: { input: { body: { password: 'wrong' } }, statuses: signedIn(400) },
  setProviderSecret: { input: { params: { id: UNKNOWN_ID }, body: { secret: 'x' } }, statuses: staffOnly(404) },
  switchProvider: { input: { params: { id: UNKNOWN_ID }, body: { enabled: true } }, statuses: staffOnly(404) },
  testProvider: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  signOnAddresses: { statuses: staffOnly(200) },
  pkceExchange: {
    input: { body: { code: 'phc_unknown', code_verifier: 'x', redirect_uri: 'x' } },
    statuses: everybody(400),
  },
  profile: { statuses: signedIn(200) },
  myIdentities: { statuses: signedIn(200) },
  startLinking: { input: { params: { id: UNKNOWN_ID } }, statuses: signedIn(404) },
  unlinkIdentity: { input: { params: { id: UNKNOWN_ID } }, statuses: signedIn(404) },
  ignitionHealth: { statuses: withAccess },
  listMachines: { statuses: withAccess, machines: listed },
  listMachineIds: { statuses: withAccess, machines: ({ ids }: { ids: string[] }) => ids },
  myMachines: { statuses: withAccess, machines: listed },
  myMachinesStream: { statuses: withAccess },
  getMachine: { input: { params: { id: OWN_MACHINE } }, statuses: ownOnly },
  machineHistory: { input: { params: { id: OWN_MACHINE } }, statuses: ownOnly },
  machineStates: {
    input: { params: { id: OWN_MACHINE }, query: AN_HOUR },
    statuses: ownOnly,
  },
  machineBatch: { input: { body: { machine_ids: [OWN_MACHINE] } }, statuses: withAccess },
  machineMetrics: { statuses: withAccess, machines: listed },
  machineHeatmap: { input: { query: { machineID: OWN_MACHINE } }, statuses: ownOnly },
  testMachine: { input: { params: { id: OWN_MACHINE } }, statuses: ownOnly },
  exportRecords: {
    input: { params: { id: OWN_MACHINE }, query: { from: '2026-11-21T00:00:00Z', to: '2026-11-21T01:00:00Z' } },
    statuses: ownOnly,
  },
  publishRecords: {
    input: { body: { records: [] } },
    statuses: { anonymous: 401, denied: 403, own: 403, other: 403, staff: 400 },
  },
  testOpcuaConnection: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  browseOpcuaConnection: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  testSubscriber: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  listTagMapVersions: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  getTagMapVersion: { input: { params: { id: UNKNOWN_ID, version: '1' } }, statuses: staffOnly(404) },
  tagMapReach: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  rollOutTagMap: { input: { params: { id: UNKNOWN_ID }, body: { version: 1 } }, statuses: staffOnly(404) },
  tagMapMessages: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  previewTagMap: { input: { body: { tagMapId: UNKNOWN_ID, entries: [] } }, statuses: staffOnly(404) },
  listDeadLetters: { statuses: staffOnly(200) },
  deadLetterSummary: { statuses: staffOnly(200) },
  getDeadLetter: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  replayDeadLetter: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  replayDeadLetters: { input: { body: { ids: [UNKNOWN_ID] } }, statuses: staffOnly(200) },
  discardDeadLetter: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  discardDeadLetters: { input: { body: { ids: [UNKNOWN_ID] } }, statuses: staffOnly(200) },
  setAlarmRuleSecret: {
    input: { params: { id: UNKNOWN_ID }, body: { secret: null } },
    statuses: staffOnly(404),
  },
  listAlarms: { statuses: withAccess },
  getAlarm: { input: { params: { id: UNKNOWN_ID } }, statuses: missingForAll },
  alarmSummary: { statuses: withAccess },
  alarmStatistics: { statuses: withAccess },
  acknowledgeAlarm: { input: { params: { id: UNKNOWN_ID }, body: {} }, statuses: missingForAll },
  acknowledgeAlarms: { input: { body: { ids: [UNKNOWN_ID] } }, statuses: missingForAll },
  assignAlarm: { input: { params: { id: UNKNOWN_ID }, body: { assigneeId: null } }, statuses: staffOnly(404) },
  alarmAssignees: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  shelveAlarm: { input: { params: { id: UNKNOWN_ID }, body: { minutes: 5, reason: 'x' } }, statuses: staffOnly(404) },
  unshelveAlarm: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  machineStops: { input: { params: { id: OWN_MACHINE }, query: AN_HOUR }, statuses: ownOnly },
  assignDowntimeReasons: {
    input: { params: { id: OWN_MACHINE }, body: { version: 0, changes: [{ ...AN_HOUR, reasonId: null }] } },
    // Staff come after the customer, who has changed it: the version is an older one.
    statuses: { ...ownOnly, staff: 409 },
  },
  machineOee: { input: { params: { id: OWN_MACHINE }, query: AN_HOUR }, statuses: ownOnly },
  serviceSignatures: { input: { params: { id: UNKNOWN_ID } }, statuses: missingForAll },
  signServiceRecord: {
    input: { params: { id: UNKNOWN_ID }, body: { party: 'customer', name: 'A name', sha256: '0'.repeat(64) } },
    statuses: missingForAll,
  },
  machineService: { input: { params: { id: OWN_MACHINE } }, statuses: ownOnly },
  attachMachineTag: { input: { params: { id: UNKNOWN_ID, tagId: UNKNOWN_ID } }, statuses: staffOnly(404) },
  detachMachineTag: { input: { params: { id: UNKNOWN_ID, tagId: UNKNOWN_ID } }, statuses: staffOnly(404) },
  attachStyleMachine: { input: { params: { id: UNKNOWN_ID, machineId: UNKNOWN_ID } }, statuses: staffOnly(404) },
  detachStyleMachine: { input: { params: { id: UNKNOWN_ID, machineId: UNKNOWN_ID } }, statuses: staffOnly(404) },
  cellHistory: { input: { params: { id: UNKNOWN_ID, styleId: UNKNOWN_ID } }, statuses: staffOnly(404) },
  compatibilityMatrix: { statuses: staffOnly(200) },
  compatibilityMatrixDetails: { statuses: staffOnly(200) },
  exportCompatibilityMatrix: { statuses: staffOnly(200) },
  compatiblePair: { input: { params: { id: UNKNOWN_ID, styleId: UNKNOWN_ID } }, statuses: staffOnly(404) },
  importCompatibilityMatrix: { statuses: staffOnly(400) },
  setCompatibilityCells: {
    input: { body: { cells: [{ machineId: UNKNOWN_ID, styleId: UNKNOWN_ID, rowVersion: null, result: 'no' }] } },
    statuses: staffOnly(400),
  },
  setMaterialCells: {
    input: {
      params: { id: UNKNOWN_ID },
      body: { cells: [{ machineId: UNKNOWN_ID, styleId: UNKNOWN_ID, rowVersion: null, result: 'no' }] },
    },
    statuses: staffOnly(404),
  },
  compatibleStyles: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  compatibleMachines: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  duplicateLibraryMachine: {
    input: { params: { id: UNKNOWN_ID }, body: { model: 'Copy' } },
    statuses: staffOnly(404),
  },
  getMachineSpecs: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  setMachineSpecs: {
    input: { params: { id: UNKNOWN_ID }, body: { rowVersion: 1, values: {} } },
    statuses: staffOnly(404),
  },
  libraryMachineImage: {
    input: { params: { id: UNKNOWN_ID, fileId: UNKNOWN_ID }, query: { size: 'small' } },
    statuses: staffOnly(404),
  },
  checkOptionRules: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  listRuleRevisions: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  projectStream: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  lockStatus: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  changeProject: { input: { params: { id: UNKNOWN_ID }, body: {} }, statuses: staffOnly(404) },
  refreshProject: {
    input: { params: { id: UNKNOWN_ID }, body: { of: 'rates', dryRun: true } },
    statuses: staffOnly(404),
  },
  itemPrices: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  enterItemPrice: {
    input: { params: { id: UNKNOWN_ID }, body: { rowVersion: 1, effectiveFrom: '2027-01-01', price: '1' } },
    statuses: staffOnly(404),
  },
  updatePrices: {
    input: {
      body: {
        items: {},
        of: ['price'],
        change: { kind: 'percent', value: '1' },
        effectiveFrom: '9000-01-01',
        dryRun: true,
      },
    },
    statuses: staffOnly(200),
  },
  takeBackPrices: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  peopleOfProject: { input: { params: { projectId: UNKNOWN_ID } }, statuses: staffOnly(404) },
  removePersonOfProject: { input: { params: { projectId: UNKNOWN_ID, userId: UNKNOWN_ID } }, statuses: staffOnly(404) },
  projectRoleTypeList: { statuses: staffOnly(200) },
  projectBoard: { statuses: staffOnly(200) },
  acquireLock: { input: { params: { id: UNKNOWN_ID }, body: { session: UNKNOWN_ID } }, statuses: staffOnly(404) },
  heartbeatLock: { input: { params: { id: UNKNOWN_ID }, body: { token: '1' } }, statuses: staffOnly(404) },
  releaseLock: { input: { params: { id: UNKNOWN_ID }, body: { token: '1' } }, statuses: staffOnly(404) },
  forceLock: {
    input: { params: { id: UNKNOWN_ID }, body: { session: UNKNOWN_ID, reason: 'Away' } },
    statuses: staffOnly(404),
  },
  askForLock: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  publicQuote: { input: { params: { token: 'unknown' } }, statuses: everybody(410) },
  repriceQuote: { input: { params: { token: 'unknown' }, body: NO_CHOICES }, statuses: everybody(410) },
  askAboutQuote: { input: { params: { token: 'unknown' }, body: { question: 'Why?' } }, statuses: everybody(410) },
  quoteFile: { input: { params: { token: 'unknown', fileId: UNKNOWN_ID } }, statuses: everybody(410) },
  quotePdf: { input: { params: { token: 'unknown' } }, statuses: everybody(410) },
  acceptQuote: {
    input: {
      params: { token: 'unknown' },
      body: { name: 'A', mayOrder: true, choices: NO_CHOICES, sha256: '0'.repeat(64) },
    },
    statuses: everybody(410),
  },
  declineQuote: { input: { params: { token: 'unknown' }, body: {} }, statuses: everybody(410) },
  listQuoteLinks: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  createQuoteLink: {
    input: { params: { id: UNKNOWN_ID }, body: { recipientName: 'A', recipientEmail: 'a@packhouse.example' } },
    statuses: staffOnly(404),
  },
  withdrawQuoteLink: { input: { params: { id: UNKNOWN_ID, linkId: UNKNOWN_ID } }, statuses: staffOnly(404) },
  answerQuoteQuestion: {
    input: { params: { id: UNKNOWN_ID, questionId: UNKNOWN_ID }, body: { answer: 'So.' } },
    statuses: staffOnly(404),
  },
  myQuotes: { statuses: withAccess },
  myQuoteFile: { input: { params: { id: UNKNOWN_ID, fileId: UNKNOWN_ID } }, statuses: missingForAll },
  myQuote: { input: { params: { id: UNKNOWN_ID } }, statuses: missingForAll },
  handOverLock: { input: { params: { id: UNKNOWN_ID }, body: { token: '1' } }, statuses: staffOnly(404) },
  walkVersions: { input: { params: { id: UNKNOWN_ID, a: '1', b: 'now' } }, statuses: staffOnly(404) },
  reviseProject: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  duplicateProject: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  listApprovals: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  decideApproval: {
    input: { params: { id: UNKNOWN_ID }, body: { rowVersion: 1, roleTypeId: UNKNOWN_ID, decision: 'approve' } },
    statuses: staffOnly(404),
  },
  currentRuleRevision: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  getRuleRevision: { input: { params: { id: UNKNOWN_ID, number: '1' } }, statuses: staffOnly(404) },
  configureMachine: { input: { params: { id: UNKNOWN_ID }, body: {} }, statuses: staffOnly(404) },
  configureJob: { input: { body: { styleId: UNKNOWN_ID } }, statuses: staffOnly(400) },
  libraryFilterOptions: { statuses: staffOnly(200) },
  machineOptionFilters: { statuses: staffOnly(200) },
  libraryMachineFleet: { input: { params: { id: UNKNOWN_ID } }, statuses: staffOnly(404) },
  fleetOfMachines: { input: { query: { id: UNKNOWN_ID } }, statuses: staffOnly(200) },
  fleetPairs: { statuses: staffOnly(200) },
  unmappedRecipes: { statuses: staffOnly(200) },
  reorderFieldSpecs: {
    input: { params: { parentId: UNKNOWN_ID }, body: { ids: [UNKNOWN_ID] } },
    statuses: staffOnly(404),
  },
  documentsOfMachine: { input: { params: { id: OWN_MACHINE } }, statuses: ownOnly },
  downloadDocument: {
    input: { params: { id: OWN_MACHINE, documentId: UNKNOWN_ID, fileId: UNKNOWN_ID } },
    statuses: missingForAll,
  },
  // Without a form.
  addDocumentWithFile: {
    input: { query: { machineId: UNKNOWN_ID, kind: 'manual', title: 'Manual', revision: 'A' } },
    statuses: staffOnly(400),
  },
  publicPageOfMachine: { input: { params: { id: OWN_MACHINE } }, statuses: ownOnly },
  publicPageOfLabel: { input: { query: { machineID: 'NEVER-1' } }, statuses: everybody(200) },
  getRate: { input: { query: { from: 'EUR', to: 'XXX' } }, statuses: staffOnly(404) },
  searchLocations: { input: { params: { parentId: UNKNOWN_ID }, query: { q: 'x' } }, statuses: staffOnly(404) },
  locationsWithCoordinates: { input: { params: { parentId: UNKNOWN_ID } }, statuses: staffOnly(404) },
  publicSettings: { statuses: everybody(200) },
  listSettings: { statuses: staffOnly(200) },
  changeSettings: { input: { body: { changes: [LOST_SETTING] } }, statuses: staffOnly(409) },
  readSetting: { input: { params: { key: 'product.title' } }, statuses: staffOnly(200) },
  changeSetting: {
    input: { params: { key: 'no.such' }, body: { value: null, rowVersion: 0 } },
    statuses: staffOnly(404),
  },
  settingsHistory: { statuses: staffOnly(200) },
  takeBackSetting: { input: { params: { id: '999999999999' }, body: { rowVersion: 1 } }, statuses: staffOnly(404) },
  exportSettings: { statuses: staffOnly(200) },
  compareSettings: { input: { body: SETTINGS_OF_NOBODY }, statuses: staffOnly(200) },
  settingPicture: { input: { params: { name: '0'.repeat(64) } }, statuses: everybody(404) },
  health: { statuses: everybody(200) },
}

/**
 * What is expected of a call: its row above, or what holds for every resource: people with the permission, that is
 * staff, may; no one else, whatever is asked for. Staff ask for what is not there, so that the matrix changes nothing.
 * @throws Error for a call that is neither
 */
export function expectationOf(name: string, call: Call): Expectation {
  const row = (expectations as Record<string, Expectation>)[name]
  if (row !== undefined) return row
  const isOfResource = /^\w+\.(read|create|update|delete)$/.test(call.access) || name.includes('.transition.')
  if (!isOfResource) throw new Error(`Nobody has stated who may call ${name}.`)
  const body = call.body === undefined ? undefined : {}
  return {
    input: { params: { id: UNKNOWN_ID, parentId: UNKNOWN_ID, fileId: UNKNOWN_ID, number: '1', a: '1', b: '1' }, body },
    statuses: staffOnly(staffStatus(call)),
  }
}

/** An empty body or file is faulty, and so seen first; what is asked for by an id is not there. */
function staffStatus(call: Call): number {
  if (call.body !== undefined || call.accepts !== undefined) return 400
  return call.path.includes('{') ? 404 : 200
}
