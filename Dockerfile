# Stage 1 builds the core and the engine for browsers. CI runs the tests.
FROM python:3.11-slim-bookworm@sha256:a36c24f9cbdf4fd0f52d67f0823eeac19c2028c637cecc392d97f980d4fec56b AS build
# hadolint ignore=DL3008 # a Debian release has only one version of each
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev make \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /paili
COPY . .
RUN make wasm bundles \
    && python -m venv --without-pip /opt/paili \
    && python -m pip --python /opt/paili install --no-cache-dir --no-deps --require-hashes --only-binary :all: -r requirements/redis.txt

# Stage 2 runs the service as an unprivileged user.
FROM python:3.11-slim-bookworm@sha256:a36c24f9cbdf4fd0f52d67f0823eeac19c2028c637cecc392d97f980d4fec56b
RUN useradd --system --uid 10001 --no-create-home paili
WORKDIR /paili
COPY --from=build /opt/paili /opt/paili
COPY --from=build /paili/app.py /paili/gunicorn.conf.py /paili/openapi.yaml /paili/LICENSE ./
COPY --from=build /paili/service ./service
COPY --from=build /paili/board ./board
USER 10001
ENV HOST=0.0.0.0 PORT=8000 PYTHONDONTWRITEBYTECODE=1
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
    CMD ["/opt/paili/bin/python", "-c", "import os, urllib.request as u; u.urlopen('http://127.0.0.1:' + os.environ['PORT'] + '/readyz', timeout=2)"]
CMD ["/opt/paili/bin/gunicorn", "-c", "gunicorn.conf.py", "app:create_app()"]
