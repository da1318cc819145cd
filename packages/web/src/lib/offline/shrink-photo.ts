import { MOST_FILE_BYTES } from './outbox.ts'

/** Enough to read a display on, and a few hundred kilobytes. */
const LONGEST_SIDE = 1_600
const QUALITIES = [0.8, 0.5]

/** Redraws a photo smaller, upright and without what the camera noted in it, such as the place. @throws Error for what is no picture */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('The browser draws nothing')
    // What is transparent would become black.
    context.fillStyle = 'white'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
    for (const quality of QUALITIES) {
      const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
      if (drawn !== null && drawn.size <= MOST_FILE_BYTES) return drawn
    }
  } finally {
    picture.close()
  }
  throw new Error('The picture cannot be made small enough')
}
