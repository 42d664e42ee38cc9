import { encode } from 'uqr'

/** Returns the QR code as one SVG path, with the quiet zone of 4 modules that ISO/IEC 18004 requires. */
const pathOf = (text: string) => {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const marks = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { path: marks.join(''), size }
}

export const Qr = ({ text, label }: { text: string; label: string }) => {
  const { path, size } = pathOf(text)
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect width={size} height={size} class="white" />
      <path d={path} class="black" />
    </svg>
  )
}

/** Returns the QR code as an SVG file of 1024 × 1024 px for print. */
export const qrFile = (text: string) => {
  const { path, size } = pathOf(text)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="1024" height="1024" shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="#fff"/><path d="${path}"/></svg>`
  )
}
