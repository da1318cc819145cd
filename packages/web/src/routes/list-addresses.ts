import type { Session } from '../lib/session.ts'
import { addressOf, openScreens, openSections } from '../resource/feature.ts'
import type { ListAddresses } from '../resource/list-addresses.ts'
import { embeddedAddresses } from './features.ts'
import { allSections } from './load-screen.tsx'

/** The lists that somebody may open: on the page of the record that the rows belong to, or in a section. */
export function listAddressesFor(session: Session | undefined): ListAddresses {
  const open = openSections(session, allSections).flatMap((section) =>
    openScreens(session, section).map((screen) => ({ section, screen })),
  )
  return (resource, field, id) => {
    const beside = field === null ? undefined : embeddedAddresses[resource]
    if (field !== null && beside !== undefined) return beside({ [field]: id })
    const place = open.find(({ screen }) => screen.resource === resource)
    if (place === undefined) return undefined
    const address = addressOf(place.section, place.screen)
    return field === null ? address : `${address}?${field}=${id}`
  }
}
