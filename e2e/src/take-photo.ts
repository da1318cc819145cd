import type { Locator } from 'playwright-core'

/** Adds a photo of 2,000 x 1,000 pixels to the photos of a point. */
export async function takePhoto(form: Locator, point: string): Promise<void> {
  const png = await form.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 2_000, height: 1_000 })
    canvas.getContext('2d')?.fillRect(100, 100, 900, 500)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  await form
    .getByLabel(`Photos of ${point}`)
    .setInputFiles({ name: 'IMG_1.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') })
}
