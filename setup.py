"""Build the C core: `python setup.py build_ext --inplace`."""

from setuptools import setup

setup(name="paili", cffi_modules=["native/build.py:ffi"], packages=[])
