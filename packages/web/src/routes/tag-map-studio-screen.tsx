import { useParams } from '@tanstack/react-router'
import { StudioPage } from '../features/telemetry/studio/studio-page.tsx'

export function TagMapStudioScreen() {
  const { id = '' } = useParams({ strict: false })
  return <StudioPage key={id} id={id} />
}
