import { lazy, useMemo } from 'react'
import { ConfirmationHost } from '../features/access/confirmation-host.tsx'
import { AppLayout } from '../features/shell/app-layout.tsx'
import { PageNamesLoader } from '../lib/page-names.ts'
import { areasOf, countPlaced } from '../lib/section.ts'
import { useSession } from '../lib/session.ts'
import { openSections } from '../resource/feature.ts'
import { ListAddressesLoader } from '../resource/list-addresses.ts'
import { DocumentMaker } from '../resource/pdf-button.tsx'
import { sections } from './features.ts'
import { useSectionsWithSomething } from './use-sections-with-something.ts'

const preload = () => import('./palette-screen.tsx')
const Palette = lazy(async () => ({ default: (await preload()).PaletteScreen }))
const palette = { Palette, preload }
const DocumentButton = lazy(async () => ({
  default: (await import('../features/documents/document-button.tsx')).DocumentButton,
}))

const loadPageNames = async () => (await import('./page-names.ts')).pageNames()
const loadListAddresses = async () => (await import('./list-addresses.ts')).listAddressesFor

/** The shared layout with what it must not know itself: which areas there are, the command palette, and who asks to confirm. */
export function AppScreen() {
  const session = useSession()
  const permitted = openSections(session, sections)
  const { open, unknown } = useSectionsWithSomething(permitted)
  const areas = useMemo(() => areasOf(session, open), [session, open])
  const placed = countPlaced(areasOf(session, permitted), unknown)
  return (
    <DocumentMaker value={DocumentButton}>
      <PageNamesLoader value={loadPageNames}>
        <ListAddressesLoader value={loadListAddresses}>
          <AppLayout areas={areas} placed={placed} palette={palette} />
          <ConfirmationHost />
        </ListAddressesLoader>
      </PageNamesLoader>
    </DocumentMaker>
  )
}
