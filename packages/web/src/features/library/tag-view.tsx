import type { ResourceView } from '../../resource/view.ts'

/** Words that group machines, each with its colour. */
export const tagView: ResourceView = {
  mark: ({ colour }) => (
    <span
      aria-hidden="true"
      className="block size-3 rounded-state border border-line-2"
      style={typeof colour === 'string' ? { background: colour } : undefined}
    />
  ),
}
