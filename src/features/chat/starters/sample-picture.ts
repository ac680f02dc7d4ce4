const WIDTH = 320
const HEIGHT = 200

/** A small picture, drawn here: a red square, a blue disc and a green triangle. */
export async function samplePicture(): Promise<File> {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT)
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('This browser does not draw.')
  pen.fillStyle = '#f4f1ea'
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  pen.fillStyle = '#c0392b'
  pen.fillRect(30, 60, 80, 80)
  pen.fillStyle = '#2c5aa0'
  pen.beginPath()
  pen.arc(165, 100, 42, 0, 2 * Math.PI)
  pen.fill()
  pen.fillStyle = '#2e7d4f'
  pen.beginPath()
  pen.moveTo(255, 58)
  pen.lineTo(300, 140)
  pen.lineTo(215, 140)
  pen.fill()
  return new File([await canvas.convertToBlob()], 'shapes.png', { type: 'image/png' })
}
