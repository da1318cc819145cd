import { t } from '@packhouse/messages'
import type { PageNames } from '../lib/page-names.ts'
import { withDefaultScreens } from '../resource/all-screens.ts'
import { addressOf } from '../resource/feature.ts'
import { resourceNamed } from '../resource/registry.ts'
import { capitalize } from '../resource/words.ts'
import { embedded, pages, sections } from './features.ts'

/** What the pages of `page-patterns.ts` are called. */
export function pageNames(): PageNames {
  const ofSections = withDefaultScreens(sections, embedded).flatMap((section) =>
    section.screens.map((screen): [string, string] => {
      const isOnly = section.screens.length === 1 || screen.label === section.label
      return [addressOf(section, screen), isOnly ? screen.label : `${section.label}, ${screen.label}`]
    }),
  )
  const ofRecords = pages.map(({ path, resource, label }): [string, string] => [
    `/${path}`,
    label ?? t('analytics.recordPage', { noun: capitalize(resourceNamed(resource)?.noun[0] ?? resource) }),
  ])
  return new Map([
    ...ofSections,
    ...ofRecords,
    ['/home', t('home.home')],
    ['/settings', t('general.settings')],
    ['/machines/$id', t('analytics.machineDetails')],
    ['/claim/$token', t('claim.title')],
  ])
}
