import { permissionDescriptions } from '@packhouse/contract'
import { declared as inLanguage, t } from '@packhouse/messages'
import { resourceNamed } from '../../resource/registry.ts'
import { capitalize } from '../../resource/words.ts'
import { type PermissionEntry, prefixTitle } from './permission-groups.ts'

const descriptions: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(permissionDescriptions).map(([name, text]) => [name, inLanguage(text)]),
)

/** Subjects that are no resources. */
const subjects: Readonly<Record<string, string>> = {
  alarm: t('people.subjectAlarm'),
  backup: t('people.subjectBackup'),
  comment: t('people.subjectComment'),
  cost: t('people.subjectCost'),
  deadLetter: t('people.subjectDeadLetter'),
  document: t('people.subjectDocument'),
  downtime: t('people.subjectDowntime'),
  mail: t('people.subjectMail'),
  partnerAccess: t('people.subjectPartnerAccess'),
  partnerData: t('people.subjectPartnerData'),
  operation: t('people.subjectOperation'),
  analytics: t('people.subjectAnalytics'),
  authLog: t('people.subjectAuthLog'),
  change: t('people.subjectChange'),
  log: t('people.subjectLog'),
  session: t('people.subjectSession'),
  settings: t('people.subjectSettings'),
  sharing: t('people.subjectSharing'),
  telemetry: t('people.subjectTelemetry'),
}

/** What people call the subject of a permission: the rows of a resource where its prefix names one. */
export function permissionTitle(prefix: string): string {
  const resource = resourceNamed(prefix)
  return resource ? capitalize(resource.noun[1]) : (subjects[prefix] ?? prefixTitle(prefix))
}

const catalogue = Object.keys(descriptions)

/**
 * A permission with its description in the language of the page.
 * @param description for a permission that this version does not know
 */
export function permissionEntry(name: string, description = ''): PermissionEntry {
  return { name, description: descriptions[name] ?? description }
}

/** The order of the catalogue, in which reading comes before changing; what it does not know comes last. */
export function inCatalogueOrder(one: PermissionEntry, other: PermissionEntry): number {
  return placeOf(one) - placeOf(other)
}

function placeOf({ name }: PermissionEntry): number {
  const place = catalogue.indexOf(name)
  return place < 0 ? catalogue.length : place
}
