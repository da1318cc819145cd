import type { FoundRecord } from '@packhouse/contract'
import type { Session } from '../../lib/session.ts'
import { addressOf } from '../../resource/feature.ts'
import { openPlaces, type Places } from './palette-places.ts'

/** What somebody may do. */
type Reader = Pick<Session, 'permissions'>
type Found = Pick<FoundRecord, 'resource' | 'id' | 'label' | 'parents'>

/**
 * Where a record is shown: beside the record that it belongs to, on its own page, or in the drawer of its list.
 * @returns undefined where the reader may open no screen that shows it
 */
export function recordAddress(places: Places, session: Reader | undefined, found: Found): string | undefined {
  const { resource, label } = found
  return resource === 'machine' ? `/machines/${encodeURIComponent(label)}` : screenAddress(places, session, found)
}

/** Where the comments on a record are shown. @returns undefined where the reader may open no screen that shows it */
export function commentsAddress(places: Places, session: Reader | undefined, found: Found): string | undefined {
  const address = screenAddress(places, session, found)
  if (address === undefined) return undefined
  return address.includes('open=') ? `${address}&view=comments` : `${address}?tab=comments`
}

function screenAddress(places: Places, session: Reader | undefined, found: Found): string | undefined {
  const { resource, id, parents } = found
  const beside = places.embedded[resource]?.(parents)
  if (beside !== undefined) return `${beside}&open=${id}`
  const page = places.pages.find((candidate) => candidate.resource === resource && candidate.label === undefined)
  if (page !== undefined) return `/${page.path.replace('$id', id)}`
  const list = openPlaces(places, session).find(({ screen }) => screen.resource === resource)
  return list && `${addressOf(list.section, list.screen)}?open=${id}`
}
