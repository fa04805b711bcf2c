# Lapwing in a container (docs/containers.md). The default target has no browser; `--target browser` adds Chromium.

FROM node:24.21.0-trixie-slim AS node
# PostgreSQL needs a user with a name.
RUN groupadd --gid 10001 lapwing \
 && useradd --uid 10001 --gid lapwing --home-dir /data --no-create-home --shell /usr/sbin/nologin lapwing

FROM node AS build
WORKDIR /opt/lapwing
COPY .npmrc package.json package-lock.json ./
COPY scripts scripts
RUN ["node", "scripts/setup.mjs"]
COPY sdk sdk
COPY web web
RUN ["node", "scripts/web.mjs"]
COPY . .
# The dashboard is built; this bundles the server.
RUN ["node", "scripts/web.mjs"]
RUN install --directory --owner=lapwing --group=lapwing node_modules/.cache/lapwing
USER 10001:10001
RUN ["node", "scripts/warm-up.mjs"]

FROM build AS browser-packages
USER root
RUN ["node", "scripts/browser.mjs"]

FROM node AS base
LABEL org.opencontainers.image.title="Lapwing" \
      org.opencontainers.image.description="Uptime and health monitoring that wakes you at night, and only then" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="0.3.0"
# Only these two programs get a privilege from their files, if the container has it. npm is not needed after the build.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends fping libcap2-bin mtr-tiny tini \
 && rm -rf /var/lib/apt/lists/* /usr/local/lib/node_modules /usr/local/include /opt/yarn* \
           /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg \
 && find / -xdev -type f -perm /6000 -exec chmod ug-s {} + \
 && setcap cap_net_raw+ep /usr/bin/fping \
 && setcap cap_net_raw+ep /usr/bin/mtr-packet \
 && install --directory --owner=lapwing --group=lapwing --mode=0700 /data \
 && ln -s /opt/lapwing/bin/lapwing.mjs /usr/local/bin/lapwing
WORKDIR /opt/lapwing
COPY --from=build /opt/lapwing/LICENSE /opt/lapwing/package.json /opt/lapwing/package-lock.json ./
COPY --from=build /opt/lapwing/node_modules node_modules
COPY --from=build /opt/lapwing/web/dist web/dist
COPY --from=build /opt/lapwing/bin bin
COPY --from=build /opt/lapwing/cli cli
COPY --from=build /opt/lapwing/dist dist
COPY --from=build /opt/lapwing/docs docs
COPY --from=build /opt/lapwing/scripts scripts
COPY --from=build /opt/lapwing/sdk sdk
COPY --from=build /opt/lapwing/src src
ENV LAPWING_HOST=0.0.0.0 LAPWING_DATA_DIR=/data LAPWING_BROWSERS=0
USER 10001:10001
VOLUME ["/data"]
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["lapwing", "health"]
ENTRYPOINT ["tini", "--", "lapwing"]
CMD ["start"]

FROM base AS browser
USER root
RUN apt-get update \
 && apt-get install --yes --no-install-recommends bubblewrap chromium-headless-shell fonts-liberation \
 && rm -rf /var/lib/apt/lists/*
COPY --from=browser-packages /opt/lapwing/browser browser
# Empty is the default: one browser per core.
ENV LAPWING_BROWSERS=
USER 10001:10001

# The last stage is what `docker build .` builds.
FROM base AS lapwing
