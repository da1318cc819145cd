import { useParams } from '@tanstack/react-router'
import { TelemetryPage } from '../features/telemetry/telemetry-page.tsx'

export function TelemetryScreen() {
  const { kind } = useParams({ strict: false })
  return <TelemetryPage kind={kind} />
}
