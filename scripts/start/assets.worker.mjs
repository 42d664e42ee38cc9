export default { fetch: (request, env) => env.ASSETS.fetch(request) }
