/** A filled outline on the picture. */
export interface Face {
  path: string
  fill: string
  opacity?: number
}

/** Light, dark and middle tone of a carton: its top, its left and its right side. */
const palettes = {
  kraft: ['#D9AE6C', '#9A6D2F', '#B8884A'],
  navy: ['#31466F', '#1C2B4C', '#253760'],
  dusk: ['#263859', '#182542', '#1E2E4F'],
  wood: ['#F3E6CD', '#C9B48E', '#DDC9A4'],
} as const

type Palette = keyof typeof palettes

/** Width, depth and height along the three axes of the grid. */
export interface Block {
  /** Position of the corner at the back: x to the lower right, y to the lower left, z up. */
  at: [x: number, y: number, z?: number]
  size: [width: number, depth: number, height: number]
  palette: Palette
  /** Colour of a strip of tape over the top and down the right side. */
  tape?: string
}

export interface House extends Block {
  /** Height of the ridge above the walls. */
  roof: number
  /** Lit windows of the left side: along the wall and up. */
  windows?: [along: number, up: number][]
}

type Point = [x: number, y: number, z: number]

const unit = 38
const originX = 440
const originY = 300

/** A point of the isometric grid as picture coordinates. */
export function project([x, y, z]: Point): string {
  return `${(originX + (x - y) * unit * 0.866).toFixed(1)} ${(originY + (x + y) * unit * 0.5 - z * unit).toFixed(1)}`
}

export function face(fill: string, points: Point[], opacity?: number): Face {
  return { path: `M${points.map(project).join('L')}Z`, fill, ...(opacity === undefined ? {} : { opacity }) }
}

/** A closed carton. */
export function carton({ at: [x, y, z = 0], size: [w, d, h], palette, tape }: Block): Face[] {
  const [top, left, right] = palettes[palette]
  const up = z + h
  const faces = [
    face(left, [
      [x, y + d, z],
      [x + w, y + d, z],
      [x + w, y + d, up],
      [x, y + d, up],
    ]),
    face(right, [
      [x + w, y, z],
      [x + w, y + d, z],
      [x + w, y + d, up],
      [x + w, y, up],
    ]),
    face(top, [
      [x, y, up],
      [x + w, y, up],
      [x + w, y + d, up],
      [x, y + d, up],
    ]),
  ]
  if (tape === undefined) return faces
  const a = y + d * 0.41
  const b = y + d * 0.59
  const end = z + h * 0.66
  return [
    ...faces,
    face(tape, [
      [x, a, up],
      [x + w, a, up],
      [x + w, b, up],
      [x, b, up],
    ]),
    face(
      tape,
      [
        [x + w, a, up],
        [x + w, b, up],
        [x + w, b, end],
        [x + w, a, end],
      ],
      0.82,
    ),
  ]
}

/** A carton with a gable: its ridge runs along y, the gable faces the viewer's left. */
export function house({ at: [x, y, z = 0], size: [w, d, h], roof, palette, tape, windows = [] }: House): Face[] {
  const [top, left, right] = palettes[palette]
  const middle = x + w / 2
  const up = z + h
  const ridge = up + roof
  const faces = [
    face(right, [
      [x + w, y, z],
      [x + w, y + d, z],
      [x + w, y + d, up],
      [x + w, y, up],
    ]),
    face(left, [
      [x, y + d, z],
      [x + w, y + d, z],
      [x + w, y + d, up],
      [middle, y + d, ridge],
      [x, y + d, up],
    ]),
    face(top, [
      [middle, y, ridge],
      [middle, y + d, ridge],
      [x + w, y + d, up],
      [x + w, y, up],
    ]),
  ]
  if (tape !== undefined) {
    const a = y + d * 0.4
    const b = y + d * 0.6
    const end = z + h * 0.6
    faces.push(
      face(tape, [
        [middle, a, ridge],
        [middle, b, ridge],
        [x + w, b, up],
        [x + w, a, up],
      ]),
      face(
        tape,
        [
          [x + w, a, up],
          [x + w, b, up],
          [x + w, b, end],
          [x + w, a, end],
        ],
        0.85,
      ),
    )
  }
  return [...faces, ...windows.map(([along, lift]) => litWindow(x + along, y + d, z + lift))]
}

function litWindow(x: number, y: number, z: number): Face {
  return face('#F2C879', [
    [x, y, z],
    [x + 0.26, y, z],
    [x + 0.26, y, z + 0.36],
    [x, y, z + 0.36],
  ])
}
