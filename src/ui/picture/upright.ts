/**
 * What a canvas must be transformed by so that pixels stored with an EXIF orientation stand upright
 * on it: the six numbers of `setTransform`, for a picture of the stored sides.
 */
export function uprightTransform(
  orientation: number,
  { width, height }: { readonly width: number; readonly height: number },
): [number, number, number, number, number, number] {
  switch (orientation) {
    case 2:
      return [-1, 0, 0, 1, width, 0]
    case 3:
      return [-1, 0, 0, -1, width, height]
    case 4:
      return [1, 0, 0, -1, 0, height]
    case 5:
      return [0, 1, 1, 0, 0, 0]
    case 6:
      return [0, 1, -1, 0, height, 0]
    case 7:
      return [0, -1, -1, 0, height, width]
    case 8:
      return [0, -1, 1, 0, 0, width]
    default:
      return [1, 0, 0, 1, 0, 0]
  }
}
