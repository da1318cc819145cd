import { lazy, Suspense } from 'react'

// The form must not wait for the picture.
const HarbourScene = lazy(async () => ({ default: (await import('./scene/harbour-scene.tsx')).HarbourScene }))

/** The picture beside the form: the configured image, or the drawn scene. A band above the form on small screens. */
export function LoginArt({ image }: { image: string | null }) {
  return (
    <div aria-hidden="true" className="relative overflow-hidden bg-[#14203a]">
      {image === null ? (
        <Suspense>
          <HarbourScene />
        </Suspense>
      ) : (
        <img src={image} alt="" className="absolute inset-0 size-full object-cover" />
      )}
    </div>
  )
}
