import { Alert } from '../../ui/alert.tsx'

/** Said to somebody who was led here because a role needs a second factor, until and after it is set up. */
export function RequiredNotice({ isMissing }: { isMissing: boolean }) {
  if (!isMissing) {
    return <Alert tone="ok">Your second factor is set up. Everything that your role lets you do is open now.</Alert>
  }
  return (
    <Alert tone="warn">
      <h2 className="font-semibold">Your role needs a second factor</h2>
      <p>Set up an app or a passkey here. Until then you can do nothing else.</p>
    </Alert>
  )
}
