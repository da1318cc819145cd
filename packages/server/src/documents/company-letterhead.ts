import type { DocumentFrame } from '@packhouse/contract'
import type { InstallationSettings } from '../platform/settings/installation-settings.ts'

/** Gives what stands on documents without a letterhead of their own. */
export type CompanyLetterhead = () => DocumentFrame['letterhead']

/** The company as the settings have it now; null where they name none. */
export function companyLetterhead(settings: InstallationSettings): CompanyLetterhead {
  return () => {
    const company = settings.read('company.name')
    if (company === null) return null
    const address = settings.read('company.address')?.split('\n') ?? []
    return { company, address, footer: settings.read('company.footer'), accent: '#14213d', font: null, logo: null }
  }
}
