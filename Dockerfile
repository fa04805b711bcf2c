# Lapwing in a container (docs/containers.md), unpacked from its archive (docs/archive.md). The default target has no
# browser; `--target browser` adds Chromium.

FROM node:24.21.0-trixie-slim AS sources
WORKDIR /source
COPY . .

FROM sources AS build
RUN node scripts/release.mjs --platform "linux-$(node --print process.arch)" --out /release

# `--build-context archive=release` takes archives that are there already instead.
FROM scratch AS archive
COPY --from=build /release /

# The image has no npm, which knows the registry of these packages.
FROM sources AS browser-packages
RUN node scripts/browser.mjs

FROM debian:trixie-slim AS base
LABEL org.opencontainers.image.title="Lapwing" \
      org.opencontainers.image.description="Uptime and health monitoring that wakes you at night, and only then" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="0.3.0"
# PostgreSQL needs a user with a name. Only these two programs get a privilege from their files, if the container has it.
RUN groupadd --gid 10001 lapwing \
 && useradd --uid 10001 --gid lapwing --home-dir /data --no-create-home --shell /usr/sbin/nologin lapwing \
 && apt-get update \
 && apt-get install --yes --no-install-recommends fping libcap2-bin mtr-tiny tini \
 && rm -rf /var/lib/apt/lists/* \
 && find / -xdev -type f -perm /6000 -exec chmod ug-s {} + \
 && setcap cap_net_raw+ep /usr/bin/fping \
 && setcap cap_net_raw+ep /usr/bin/mtr-packet \
 && install --directory --owner=lapwing --group=lapwing --mode=0700 /data
WORKDIR /opt/lapwing
RUN --mount=type=bind,from=archive,target=/mnt \
    tar --extract --file="$(ls /mnt/lapwing-*-linux-"$(dpkg --print-architecture | sed s/amd64/x64/)".tar.gz)" \
        --strip-components=1 --no-same-owner \
 && install --directory --owner=lapwing --group=lapwing node_modules/.cache/lapwing \
 && ln -s /opt/lapwing/lapwing /usr/local/bin/lapwing
ENV LAPWING_HOST=0.0.0.0 LAPWING_DATA_DIR=/data LAPWING_BROWSERS=0
USER 10001:10001
RUN node_modules/node-linux-*/bin/node scripts/warm-up.mjs
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
COPY --from=browser-packages /source/browser/node_modules browser/node_modules
# Empty is the default: one browser per core.
ENV LAPWING_BROWSERS=
USER 10001:10001

# The last stage is what `docker build .` builds.
FROM base AS lapwing
