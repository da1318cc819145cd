/** A signature as somebody draws it: strokes of points. */
export const DRAWN_SIGNATURE: [number, number][][] = [
  [
    [40, 150],
    [62, 88],
    [90, 50],
    [104, 96],
    [120, 140],
    [150, 92],
    [182, 118],
    [214, 96],
    [260, 132],
  ],
  [
    [240, 70],
    [252, 58],
  ],
]
