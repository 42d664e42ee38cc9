declare module '*.sh' {
  export default text
  const text: string
}
declare module '*.html' {
  export default text
  const text: string
}
declare module '*.mjs' {
  export default text
  const text: string
}
