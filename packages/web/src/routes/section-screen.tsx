import { useLoaderData, useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { ScreenProps } from '../resource/feature.ts'
import { type LoadedScreen, SectionPage } from '../resource/section-page.tsx'

/** A screen of a section, as its route has loaded it. */
export function SectionScreen() {
  const loaded = useLoaderData({ strict: false }) as LoadedScreen
  return <SectionPage {...loaded} />
}

/** The page of a record, as its route has loaded it. */
export function RecordScreen() {
  const { id = '' } = useParams({ strict: false })
  const { Content, related, panels } = useLoaderData({ strict: false }) as ScreenProps & {
    Content: ComponentType<ScreenProps & { id: string }>
  }
  return <Content key={id} id={id} related={related} panels={panels ?? []} />
}
