/** What some browsers read in pictures; it is not in the types of the language yet. */
interface BarcodeDetector {
  detect: (image: ImageBitmapSource) => Promise<{ rawValue: string }[]>
}
type DetectorClass = new () => BarcodeDetector

function detectorOf(): DetectorClass | undefined {
  return (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
}

/** Whether this browser reads barcodes in pictures. */
export function readsBarcodes(): boolean {
  return detectorOf() !== undefined
}

/** What the first barcode or QR code of a picture says; undefined where none is found or the picture cannot be read. */
export async function readBarcode(picture: Blob): Promise<string | undefined> {
  const Detector = detectorOf()
  if (Detector === undefined) return undefined
  try {
    const bitmap = await createImageBitmap(picture)
    try {
      const [code] = await new Detector().detect(bitmap)
      return code?.rawValue
    } finally {
      bitmap.close()
    }
  } catch {
    return undefined
  }
}
