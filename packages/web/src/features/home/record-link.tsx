import type { FoundRecord } from '@packhouse/contract'
import { AppLink } from '../../ui/app-link.tsx'
import type { AddressOfRecord } from './staff-home-page.tsx'

interface RecordLinkProps {
  record: FoundRecord
  addressOf: AddressOfRecord
}

/** The name of a record, which leads to its comments where the reader may open it. */
export function RecordLink({ record, addressOf }: RecordLinkProps) {
  const address = addressOf(record)
  if (address === undefined) return <span>{record.label}</span>
  return <AppLink href={address}>{record.label}</AppLink>
}
