import { lazy } from 'react'
import { ConfirmationHost } from '../features/access/confirmation-host.tsx'
import { AppLayout } from '../features/shell/app-layout.tsx'
import { sections } from './features.ts'

const preload = () => import('./palette-screen.tsx')
const Palette = lazy(async () => ({ default: (await preload()).PaletteScreen }))
const palette = { Palette, preload }

/** The shared layout with what it must not know itself: which sections there are, the command palette, and who asks to confirm. */
export function AppScreen() {
  return (
    <>
      <AppLayout sections={sections} palette={palette} />
      <ConfirmationHost />
    </>
  )
}
